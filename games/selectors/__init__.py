"""What one viewer may see, a question a function; queries do not grow in number with the rows."""
