"""How every form of the site is drawn: one template for a form, one for a field."""

from __future__ import annotations

from django.forms.renderers import TemplatesSetting


class LookRenderer(TemplatesSetting):
    """`{{ form }}` and `{{ field.as_field_group }}` come from the site's own partials."""

    form_template_name = "_form.html"
    field_template_name = "_field.html"
