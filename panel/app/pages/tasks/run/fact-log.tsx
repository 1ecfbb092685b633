import { Button, UnstyledButton } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNameOfActor } from "../../../session/use-name-of-actor.ts";
import { Time } from "../../../time/time.tsx";
import type { BodyNode } from "../graph/body-node.ts";
import { factWords } from "./fact-words.ts";
import { type Moments, useShown } from "./shown-run.ts";
import type { FactJson } from "./task-fact.ts";
import { nodeName } from "./task-model.ts";

const AT_ONCE = 200;

export interface FactLogProps {
  readonly facts: readonly FactJson[];
  readonly all: readonly BodyNode[];
}

/** The facts of a task, in their order; one that is pressed is the moment that is shown. */
export function FactLog({ facts, all }: FactLogProps): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const { moments } = useShown();
  const [shown, setShown] = useState(AT_ONCE);
  const listed = moments?.facts ?? facts;
  const seq = moments?.seq ?? null;
  const most = Math.max(shown, seq ?? 0);
  return (
    <>
      <ol className="task-facts" aria-label={t("task.tab.facts")}>
        {listed.slice(0, most).map((fact) => (
          <li key={fact.seq} aria-current={fact.seq === seq || undefined}>
            <FactTime fact={fact} moments={moments} />
            <span>
              {factWords(fact, t, (id) => nodeName(all, id), nameOf)}
              {fact.by !== undefined && fact.by !== "" && fact.type !== "approved" && (
                <span className="dimmed"> · {t("task.by", { by: nameOf(fact.by) })}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {listed.length > most && (
        <Button variant="default" size="compact-sm" mt="xs" onClick={() => setShown(most + AT_ONCE)}>
          {t("task.moreFacts", { count: listed.length - most })}
        </Button>
      )}
    </>
  );
}

interface FactTimeProps {
  readonly fact: FactJson;
  readonly moments: Moments | null;
}

function FactTime({ fact: { at, seq }, moments }: FactTimeProps): ReactElement {
  const { t } = useTranslation();
  if (moments === null)
    return (
      <span className="dimmed">
        <Time at={at} />
      </span>
    );
  return (
    <UnstyledButton
      className="task-fact-time"
      title={t("task.replay.here")}
      onClick={() => moments.goTo(seq)}
    >
      <Time at={at} />
    </UnstyledButton>
  );
}
