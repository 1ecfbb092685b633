import { Button, Group, Stack } from "@mantine/core";
import { type ReactElement, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { BodyNode } from "../graph/body-node.ts";
import { loopsAround } from "../graph/loops-around.ts";
import { nodeName } from "../run/task-model.ts";
import type { OutcomeChoice } from "./outcome-choice.ts";
import { OutcomeField } from "./outcome-field.tsx";

/** The API takes no more of one node. */
const MOST_VISITS = 1000;

export interface OutcomeFieldsProps {
  readonly node: BodyNode;
  readonly all: readonly BodyNode[];
  readonly choices: readonly OutcomeChoice[];
  readonly onChoose: (choices: readonly OutcomeChoice[]) => void;
}

/** How a node ends: in a loop one outcome for each visit, the last of which holds for those that follow. */
export function OutcomeFields({ node, all, choices, onChoose }: OutcomeFieldsProps): ReactElement {
  const { t } = useTranslation();
  const isRepeated = useMemo(() => loopsAround(node.id, all).length > 0, [node.id, all]);
  const last = choices.at(-1);
  const shown = choices.length === 0 ? [null] : choices;
  const labelOf = (place: number): string => {
    if (shown.length === 1) return t("flow.whatIf.outcomeOf", { node: nodeName(all, node.id) });
    return t(place === shown.length - 1 ? "flow.whatIf.lastVisit" : "flow.whatIf.visit", {
      number: place + 1,
    });
  };
  return (
    <Stack gap="xs">
      {shown.map((choice, place) => (
        <OutcomeField
          // Visits are told apart by their numbers alone.
          // oxlint-disable-next-line react/no-array-index-key
          key={place}
          label={labelOf(place)}
          node={node}
          choice={choice}
          mayBeOpen={shown.length === 1}
          onChoose={(chosen) =>
            onChoose(chosen === null ? [] : shown.map((one, at) => (at === place ? chosen : (one ?? chosen))))
          }
        />
      ))}
      <Group gap="xs">
        {isRepeated && last !== undefined && choices.length < MOST_VISITS && (
          <Button variant="default" size="compact-sm" onClick={() => onChoose([...choices, last])}>
            {t("flow.whatIf.addVisit", { number: choices.length + 1 })}
          </Button>
        )}
        {choices.length > 1 && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChoose(choices.slice(0, -1))}>
            {t("flow.whatIf.removeVisit")}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
