import { Anchor, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Act } from "../../../api/operations.generated.ts";
import { useApi } from "../../../api/use-api.ts";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { useNameOfActor } from "../../../session/use-name-of-actor.ts";
import { Time } from "../../../time/time.tsx";
import { useMay } from "../../../session/use-may.ts";
import { actorName } from "../../history/actor-name.ts";
import { Acts } from "../../history/act-list.tsx";

const EVERY_MS = 3000;

/** The acts of people on a run. */
export function RunHistory({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation();
  const items = useActs(id);
  if (items.length === 0) return null;
  return (
    <section>
      <div className="run-section">
        <Title order={2}>{t("history.title")}</Title>
      </div>
      <Acts items={items} />
    </section>
  );
}

/** The runs that repeat a run, before anything else: who reads of a failure wants to know. */
export function Reruns({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const reruns = useActs(id).filter(({ kind, instanceId }) => kind === "rerun" && instanceId === id);
  if (reruns.length === 0) return null;
  return (
    <div className="run-reruns">
      <b>{t("history.reruns")}</b>
      <ul aria-label={t("history.reruns")}>
        {reruns.map(
          ({ madeId, by, at }) =>
            madeId !== null && (
              <li key={madeId}>
                <Rerun id={madeId} />
                <Text size="sm">
                  {actorName(by, t, nameOf)} · <Time at={at} />
                </Text>
              </li>
            ),
        )}
      </ul>
    </div>
  );
}

function useActs(id: string): readonly Act[] {
  const mayRead = useMay("jobs:read");
  const { data } = useApi(
    "listHistory",
    { query: { instanceId: id } },
    { enabled: mayRead, everyMs: EVERY_MS },
  );
  return data?.items ?? [];
}

function Rerun({ id }: { readonly id: string }): ReactElement {
  const { t } = useTranslation();
  const { data } = useApi("getInstance", { path: { id } });
  return (
    <>
      {data !== undefined && <StateBadge state={data.state} />}
      <Anchor size="sm" title={id} renderRoot={(props) => <Link to="/runs/$id" params={{ id }} {...props} />}>
        {t("history.newRun")}
      </Anchor>
    </>
  );
}
