import { TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import { type ReactElement, type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { HiddenPart } from "../../../ui/hidden-part.tsx";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import type { BodyNode } from "../graph/body-node.ts";
import { useShown } from "../run/shown-run.ts";
import type { FactJson } from "../run/task-fact.ts";
import { idOfPart, type NodeJson, type TaskJson } from "../run/task-model.ts";
import { useGoOn } from "../failure/use-go-on.ts";
import { Cause, SomeAgain } from "./cause.tsx";
import { type BatchItems as Items, batchItems } from "../run/item-states.ts";
import { ItemStrip } from "./item-strip.tsx";
import { badItems, useCauseGroups, valueText } from "../causes/use-cause-groups.ts";
import { useRunItems } from "./use-run-items.ts";
import "./batch-items.css";

export interface BatchItemsProps {
  readonly task: TaskJson;
  readonly node: NodeJson;
  readonly all: readonly BodyNode[];
  readonly facts: readonly FactJson[];
}

/** The items of a node that runs once for each: all of them as a strip, and those that failed by cause. */
export function BatchItems({ task, node, all, facts }: BatchItemsProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { source } = useShown();
  const items = useMemo(() => batchItems(facts, node.id), [facts, node.id]);
  if (task.hidden !== undefined) return <HiddenPart part="values" />;
  if (items === null) return null;
  const open = (item: number): void => {
    const name = items.runs[item] ?? null;
    const id = name === null ? null : idOfPart(task.instanceId, name);
    if (id !== null && source === null) void navigate({ to: "/runs/$id", params: { id } });
  };
  return (
    <section className="batch-items">
      <h4>{t("task.batch.title")}</h4>
      <ItemStrip
        states={items.states}
        wordsOf={(item) => `${t("task.batch.item", { number: item })} · ${valueText(items, item)}`}
        onPress={open}
      />
      {items.states.includes("bad") && <FailedItems task={task} node={node} all={all} items={items} />}
    </section>
  );
}

interface FailedItemsProps extends Omit<BatchItemsProps, "facts"> {
  readonly items: Items;
}

function FailedItems({ task, node, all, items }: FailedItemsProps): ReactElement {
  const { t } = useTranslation();
  const { source } = useShown();
  const bad = badItems(items);
  const again = useRunItems(task, node);
  const [wanted, setWanted] = useState("");
  const sought = useDeferredValue(wanted.trim().toLowerCase());
  const groups = useCauseGroups(task.instanceId, node, items, sought);
  const matches = groups.flatMap(({ items: some }) => some.map(({ item }) => item));
  return (
    <>
      {bad.length > 5 && (
        <TextInput
          size="xs"
          aria-label={t("task.batch.filter")}
          placeholder={t("task.batch.filter")}
          value={wanted}
          onChange={({ currentTarget: { value } }) => setWanted(value)}
        />
      )}
      {sought !== "" && source === null && <SomeAgain items={matches} again={again} />}
      <ul className="batch-causes" aria-label={t("task.batch.causes")}>
        {groups.map((group) => (
          <Cause key={group.cause} group={group} again={source === null ? again : null} />
        ))}
      </ul>
      {source === null && <AgainButton task={task} node={node} all={all} count={bad.length} />}
    </>
  );
}

interface AgainButtonProps extends Pick<BatchItemsProps, "task" | "node" | "all"> {
  readonly count: number;
}

/** Executes the items that failed again: in this run, and where that has ended in a new one. */
function AgainButton({ task, node, all, count }: AgainButtonProps): ReactElement {
  const { t } = useTranslation();
  const goOn = useGoOn(task, all, [node.id], null);
  const words = task.phase === "ended" ? "task.batch.againOver" : "task.batch.again";
  return (
    <RefusableButton
      variant="default"
      size="compact-sm"
      refusal={goOn.refusal}
      loading={goOn.isPending}
      leftSection={<RotateCcw size={13} aria-hidden="true" />}
      onClick={() => void goOn.goOn()}
    >
      {t(words, { count })}
    </RefusableButton>
  );
}
