import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { AlarmRoute, Incident } from "../../api/operations.generated.ts";
import { Time } from "../../time/time.tsx";
import type { NameOfActor } from "../../ui/names/name-of-actor.ts";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";

type Event = Incident["timeline"][number];

/** The parameters of an event's sentence, by its kind. */
interface EventParameters {
  readonly error?: string;
  readonly to?: string | null;
  readonly until?: string | null;
  readonly how?: "recovered" | "no_longer_watched" | "quiet" | "by_hand";
  readonly run?: string;
  readonly action?: AlarmRoute["action"];
  readonly route?: string;
}

/** The events of an incident, in order. */
export function IncidentTimeline({ events }: { readonly events: readonly Event[] }): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  return (
    <ol className="incident-timeline">
      {events.map((event, index) => {
        const { error, until, how, run } = parametersOf(event);
        return (
          <li key={`${event.at} ${index}`}>
            <span className="dimmed incident-at">
              <Time at={event.at} />
            </span>
            <div>
              <Text size="sm" component="div">
                <b>{event.by === null ? t("incidents.scheduler") : nameOf(event.by)}</b>{" "}
                {deedOf(event, t, nameOf)}
                {until != null && (
                  <>
                    {" "}
                    <Time at={until} />
                  </>
                )}
                {how !== undefined && how !== "by_hand" && `: ${t(`incidents.how.${how}`)}`}
                {run !== undefined && (
                  <>
                    {" "}
                    <Anchor
                      size="sm"
                      className="mono"
                      renderRoot={(props) => <Link to="/runs/$id" params={{ id: run }} {...props} />}
                    >
                      {run}
                    </Anchor>
                  </>
                )}
              </Text>
              {error !== undefined && <Text size="sm">{error}</Text>}
              {event.note !== null && <div className="incident-note">{event.note}</div>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function parametersOf({ parameters }: Event): EventParameters {
  return parameters ?? {};
}

function deedOf(event: Event, t: TFunction, nameOf: NameOfActor): string {
  const { to, until, action = "notify", route = "" } = parametersOf(event);
  if (event.kind === "handled") return t(`incidents.did.handled.${action}`, { route });
  if (event.kind === "assigned")
    return to == null ? t("incidents.did.unassigned") : t("incidents.did.assigned", { to: nameOf(to) });
  if (event.kind === "snoozed") return t(`incidents.did.${until == null ? "unsnoozed" : "snoozed"}`);
  return t(`incidents.did.${event.kind}`);
}
