import { Anchor, List } from "@mantine/core";
import { type Cause, causeText } from "@mojob/core/words";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ApiAnswer } from "../../api/call-api.ts";
import type { NameOfActor } from "../../ui/names/name-of-actor.ts";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { withNames } from "../../ui/names/with-names.ts";
import { formatInstant, TimeMode } from "../../time/format-time.ts";
import { useTimeMode } from "../../time/time-mode.tsx";

type Causes = ApiAnswer<"explainJob">["explanation"]["causes"];

/** Causes as sentences in the reader's language and zone, with the runs that they name; the first is the answer. */
export function CauseList({ causes }: { readonly causes: Causes }): ReactElement {
  const { t, i18n } = useTranslation();
  const nameOf = useNameOfActor();
  const { mode } = useTimeMode();
  const time = (at: string): string => formatInstant(new Date(at), mode === TimeMode.Utc ? "UTC" : undefined);
  return (
    <List size="sm" spacing={4}>
      {causes.map((cause, index) => (
        <List.Item key={`${cause.code} ${index}`} fw={index === 0 ? 600 : undefined}>
          {causeText(causeOf(cause, nameOf), i18n.language === "zh" ? "zh" : "en", time)}
          {runsIn(cause).map((id) => (
            <span key={id}>
              {" "}
              <Anchor
                size="sm"
                className="mono"
                aria-label={t("why.openRun", { id })}
                renderRoot={(props) => <Link to="/runs/$id" params={{ id }} {...props} />}
              >
                {id}
              </Anchor>
            </span>
          ))}
        </List.Item>
      ))}
    </List>
  );
}

/** The API checked that the parameters are those of the code. */
function causeOf({ code, parameters }: Causes[number], nameOf: NameOfActor): Cause {
  return { code, parameters: withNames(parameters ?? undefined, nameOf) } as Cause;
}

/** The runs that a cause is about; those that its sentence names by their id are links beside it. */
function runsIn({ code, parameters }: Causes[number]): readonly string[] {
  const {
    run,
    runs = [],
    reason,
  } = (parameters ?? {}) as {
    readonly run?: string;
    readonly runs?: readonly string[];
    readonly reason?: { readonly parameters?: { readonly other?: string; readonly by?: string } };
  };
  if (code === "recorded" && reason?.parameters?.other !== undefined) return [reason.parameters.other];
  return run === undefined ? runs : [run];
}
