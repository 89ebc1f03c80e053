"""The house's figures in Prometheus's text format. All come from the database: any process can tell them."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from games.facts.figures import Figures, figures

CONTENT_TYPE = CONTENT_TYPE_LATEST


class HouseCollector(Collector):
    """One reading of the figures."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures

    def collect(self) -> Iterator[Metric]:
        now = self.figures
        for name, says, value in (
            ("poste_phases_due", "Phases that have closed and wait to be adjudicated", now.due),
            ("poste_phases_oldest_due_seconds", "How long the oldest of them has waited", now.oldest_due),
            ("poste_phases_retried", "Closed phases whose first attempt did not succeed", now.retried),
            ("poste_phases_set_aside", "Phases given up until an administrator resumes them", now.set_aside),
            ("poste_outbox_oldest_seconds", "Age of the oldest thing not yet sent", now.oldest_waiting),
            ("poste_outbox_given_up", "Things that could not be sent", now.given_up),
        ):
            yield GaugeMetricFamily(name, says, value=value)
        if now.drain_age is not None:
            yield GaugeMetricFamily(
                "poste_drain_age_seconds", "Since a drain last came to its end", value=now.drain_age
            )
        waiting = GaugeMetricFamily("poste_outbox_waiting", "Things not yet sent", labels=["topic"])
        for topic, count in sorted(now.waiting.items()):
            waiting.add_metric([topic], count)
        yield waiting
        yield CounterMetricFamily("poste_phases_adjudicated", "Phases adjudicated", value=now.adjudicated)
        yield CounterMetricFamily(
            "poste_attempts_failed", "Attempts at a phase that failed", value=now.failed
        )
        yield HistogramMetricFamily(
            "poste_lateness_seconds",
            "From a phase's closing to its adjudication",
            buckets=[
                *((str(float(step)), count) for step, count in now.within.items()),
                ("+Inf", now.adjudicated),
            ],
            sum_value=now.lateness,
        )


def metrics() -> bytes:
    """The figures of this moment, ready to send."""
    registry = CollectorRegistry()
    registry.register(HouseCollector(figures()))
    return generate_latest(registry)
