import { Text, Title, UnstyledButton } from "@mantine/core";
import { type ReactElement, useId } from "react";
import { useTranslation } from "react-i18next";
import type { BodyNode } from "../graph/body-node.ts";
import { NodeBadge } from "../graph/node-icon.tsx";
import { nodeName } from "../run/task-model.ts";
import { fateWords } from "./fate-words.ts";
import type { SimulatedNode } from "./simulated-looks.ts";

/** More of them are found in the drawing. */
const MOST_NODES = 200;

export interface NodeFatesProps {
  readonly nodes: readonly SimulatedNode[];
  readonly all: readonly BodyNode[];
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}

/** What becomes of each node in the end, and why. */
export function NodeFates({ nodes, all, selected, onSelect }: NodeFatesProps): ReactElement {
  const { t } = useTranslation();
  const title = useId();
  const first = nodes.slice(0, MOST_NODES);
  const chosen = nodes.slice(MOST_NODES).filter(({ id }) => id === selected);
  const left = nodes.length - first.length - chosen.length;
  return (
    <section aria-labelledby={title}>
      <Title order={3} size="h5" id={title}>
        {t("flow.whatIf.nodes")}
      </Title>
      <ul className="what-if-fates">
        {[...chosen, ...first].map((node) => (
          <li key={node.id} data-fate={node.id}>
            <UnstyledButton
              fz="sm"
              mih={24}
              miw={24}
              aria-pressed={node.id === selected}
              className="what-if-name"
              onClick={() => onSelect(node.id)}
            >
              {nodeName(all, node.id)}
            </UnstyledButton>
            <NodeBadge status={node.state ?? "Open"} />
            <Text size="sm" span>
              {fateWords(node, all, t)}
            </Text>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Text size="sm" c="dimmed">
          {t("flow.whatIf.more", { count: left })}
        </Text>
      )}
    </section>
  );
}
