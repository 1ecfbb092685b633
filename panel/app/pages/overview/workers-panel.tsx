import { Anchor, Progress, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Worker } from "../../api/operations.generated.ts";
import { useApi } from "../../api/use-api.ts";
import { QueryView } from "../../ui/page/query-view.tsx";
import { PanelBox } from "./panel-box.tsx";

/** Who runs the jobs, app by app, and how busy they are. */
export function WorkersPanel(): ReactElement {
  const { t } = useTranslation();
  const workers = useApi("listWorkers", {});
  return (
    <PanelBox title={t("overview.workers")}>
      <QueryView query={workers}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t("overview.workersNone")}
            </Text>
          ) : (
            <ul className="rows">
              {[...Map.groupBy(items, ({ app }) => app)].map(([app, of]) => (
                <AppRow key={app} app={app} workers={of} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </PanelBox>
  );
}

interface AppRowProps {
  readonly app: string;
  readonly workers: readonly Worker[];
}

function AppRow({ app, workers }: AppRowProps): ReactElement {
  const { t } = useTranslation();
  const running = workers.reduce((sum, worker) => sum + worker.running, 0);
  const limit = workers.reduce<number | null>(
    (sum, worker) => (sum === null || worker.limit === null ? null : sum + worker.limit),
    0,
  );
  return (
    <li>
      <Anchor
        size="sm"
        c="var(--mantine-color-text)"
        className="row-name"
        renderRoot={(props) => <Link to="/workers" {...props} />}
      >
        {app}
        <Text span size="xs" c="dimmed">
          {" · "}
          {t("overview.workersOf", { count: workers.length })}
        </Text>
      </Anchor>
      <span className="row-load">
        <Text size="xs" c="dimmed" className="nowrap">
          {limit === null ? t("overview.running", { running }) : t("overview.load", { running, limit })}
        </Text>
        {limit !== null && (
          <Progress
            size={4}
            value={(running / Math.max(1, limit)) * 100}
            aria-label={t("overview.runningOnly", { app })}
          />
        )}
      </span>
    </li>
  );
}
