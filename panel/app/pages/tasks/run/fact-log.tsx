import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { Time } from "../../../time/time.tsx";
import type { BodyNode } from "../graph/body-node.ts";
import { factWords } from "./fact-words.ts";
import type { FactJson } from "./task-fact.ts";
import { nodeName } from "./task-model.ts";

const AT_ONCE = 200;

export interface FactLogProps {
  readonly facts: readonly FactJson[];
  readonly all: readonly BodyNode[];
}

/** The facts of a task, in their order. */
export function FactLog({ facts, all }: FactLogProps): ReactElement {
  const { t } = useTranslation();
  const [shown, setShown] = useState(AT_ONCE);
  return (
    <>
      <ol className="task-facts" aria-label={t("task.tab.facts")}>
        {facts.slice(0, shown).map((fact) => (
          <li key={fact.seq}>
            <span className="dimmed">
              <Time at={fact.at} />
            </span>
            <span>
              {factWords(fact, t, (id) => nodeName(all, id))}
              {fact.by !== undefined && fact.by !== "" && fact.type !== "approved" && (
                <span className="dimmed"> · {t("task.by", { by: fact.by })}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {facts.length > shown && (
        <Button variant="default" size="compact-sm" mt="xs" onClick={() => setShown(shown + AT_ONCE)}>
          {t("task.moreFacts", { count: facts.length - shown })}
        </Button>
      )}
    </>
  );
}
