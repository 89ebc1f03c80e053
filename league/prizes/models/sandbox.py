"""The sandbox provider's own books: what a real provider keeps on its side. Nothing else reads them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class SandboxSession(models.Model):
    """A hosted checkout as the sandbox keeps it."""

    code = models.CharField(max_length=64, unique=True)
    key = models.CharField(max_length=120, unique=True, help_text="the caller's idempotency key")
    amount = models.BigIntegerField()
    currency = models.CharField(max_length=3)
    description = models.CharField(max_length=200)
    return_to = models.CharField(max_length=2000)
    state = models.CharField(max_length=12, default="open", help_text="open, paid, failed, expired")
    charges = models.BigIntegerField(default=0)
    charged_back = models.BigIntegerField(default=0)
    created_at = models.DateTimeField()
    paid_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("sandbox checkout")
        verbose_name_plural = _("sandbox checkouts")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"sandbox checkout {self.pk}"


class SandboxRefund(models.Model):
    """A refund as the sandbox keeps it."""

    session = models.ForeignKey(SandboxSession, models.CASCADE, related_name="refunds")
    key = models.CharField(max_length=120, unique=True)
    amount = models.BigIntegerField()
    given = models.BigIntegerField()
    state = models.CharField(max_length=8, help_text="done, failed")

    class Meta:
        verbose_name = _("sandbox refund")
        verbose_name_plural = _("sandbox refunds")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"sandbox refund {self.pk}"


class SandboxWebhook(models.Model):
    """A webhook that the sandbox has to send, in its order and time."""

    session = models.ForeignKey(SandboxSession, models.CASCADE, related_name="webhooks")
    event_id = models.CharField(max_length=64, help_text="the same twice where it is sent twice")
    body = models.TextField()
    due_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("sandbox webhook")
        verbose_name_plural = _("sandbox webhooks")
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(sent_at=None), name="sandbox_webhooks_due"),
        ]

    def __str__(self) -> str:
        return f"sandbox webhook {self.pk}"
