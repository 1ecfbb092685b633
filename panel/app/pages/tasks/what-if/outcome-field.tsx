import { Group, NativeSelect, NumberInput } from "@mantine/core";
import type { TFunction } from "i18next";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { BodyNode } from "../graph/body-node.ts";
import { hasOpenItems, type OutcomeChoice, type OutcomeName, outcomeNames } from "./outcome-choice.ts";

const MOST_ITEMS = 10_000;

export interface OutcomeFieldProps {
  readonly label: string;
  readonly node: BodyNode;
  /** `null` where nothing was chosen. */
  readonly choice: OutcomeChoice | null;
  /** Whether it may be left to what the workflow does by itself. */
  readonly mayBeOpen: boolean;
  readonly onChoose: (choice: OutcomeChoice | null) => void;
}

/** How a node ends in one of its visits; of a batch also how many of its items fail. */
export function OutcomeField({ label, node, choice, mayBeOpen, onChoose }: OutcomeFieldProps): ReactElement {
  const { t } = useTranslation();
  const names = outcomeNames(node);
  const known = names.find((name) => name === choice?.name);
  return (
    <Group gap="xs" align="end">
      <NativeSelect
        label={label}
        value={known ?? ""}
        data={[
          ...(mayBeOpen || known === undefined
            ? [{ value: "", label: t("flow.whatIf.outcome.default") }]
            : []),
          ...names.map((name) => ({ value: name, label: outcomeWords(node, name, t) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const name = names.find((one) => one === value);
          onChoose(
            name === undefined ? null : { name, items: choice?.items ?? null, failed: choice?.failed ?? 1 },
          );
        }}
      />
      {choice !== null && known === "items" && <ItemFields node={node} choice={choice} onChoose={onChoose} />}
    </Group>
  );
}

interface ItemFieldsProps {
  readonly node: BodyNode;
  readonly choice: OutcomeChoice;
  readonly onChoose: (choice: OutcomeChoice) => void;
}

function ItemFields({ node, choice, onChoose }: ItemFieldsProps): ReactElement {
  const { t } = useTranslation();
  const bounds = { max: MOST_ITEMS, allowDecimal: false, clampBehavior: "strict", w: 230 } as const;
  const numberOf = (value: string | number): number | null => (typeof value === "number" ? value : null);
  return (
    <>
      {hasOpenItems(node) && (
        <NumberInput
          {...bounds}
          min={0}
          label={t("flow.whatIf.items")}
          placeholder={t("flow.whatIf.itemsHint")}
          value={choice.items ?? ""}
          onChange={(value) => onChoose({ ...choice, items: numberOf(value) })}
        />
      )}
      <NumberInput
        {...bounds}
        min={0}
        label={t("flow.whatIf.failedItems")}
        value={choice.failed}
        onChange={(value) => onChoose({ ...choice, failed: numberOf(value) ?? 0 })}
      />
    </>
  );
}

function outcomeWords({ type }: BodyNode, name: OutcomeName, t: TFunction): string {
  if (!name.startsWith("branch:"))
    return t(`flow.whatIf.outcome.${name as Exclude<OutcomeName, `branch:${string}`>}`);
  const branch = name.slice("branch:".length);
  if (type !== "approval") return t("flow.whatIf.outcome.branch", { branch });
  return t(`flow.whatIf.outcome.${branch as "approved" | "refused" | "timeout"}`);
}
