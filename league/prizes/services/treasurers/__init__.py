"""Who holds a season's money: named, asked, agreed; their bank details, closing, cancelling."""
