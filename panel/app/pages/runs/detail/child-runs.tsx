import { Anchor, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { StateBadge } from "../../../ui/state-badge.tsx";

/** The runs that the end of a run has started. */
export function ChildRuns({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation();
  const { data } = useApi("listInstanceChildren", { path: { id } });
  // Those of a broadcast have a table of their own, and those of a task its graph.
  const children =
    data?.items.filter(({ trigger: { type } }) => type === "parent" || type === "condition") ?? [];
  if (children.length === 0) return null;
  return (
    <section>
      <div className="run-section">
        <Title order={2}>{t("instances.children")}</Title>
      </div>
      <ul className="run-children" aria-label={t("instances.children")}>
        {children.map((child) => (
          <li key={child.id}>
            <StateBadge state={child.state} />
            <Anchor
              size="sm"
              className="mono one-line"
              renderRoot={(props) => <Link to="/runs/$id" params={{ id: child.id }} {...props} />}
            >
              {child.jobKey}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}
