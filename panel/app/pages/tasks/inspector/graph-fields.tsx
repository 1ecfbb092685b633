import { NativeSelect, Text, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { inputText, numberOf } from "../../../ui/schema/schema-shape.ts";
import { readBodyNodes } from "../graph/body-node.ts";
import { type FieldProps, useForm } from "./form-context.ts";
import { isObject, itemsOf } from "../edit/body.ts";
import { branchesOf } from "../edit/branches.ts";
import { siblingsOf } from "./sibling-nodes.ts";

/** A node of the same list. */
export function NodeField({ label, pointer, value, onChange }: FieldProps): ReactElement {
  const { t } = useTranslation();
  const { body, node: own, isDisabled, issues } = useForm();
  const ids = siblingsOf(body, own ?? "").map(({ id }) => id);
  const chosen = inputText(value);
  return (
    <NativeSelect
      size="xs"
      label={label}
      error={issues.get(pointer)}
      value={chosen}
      disabled={isDisabled}
      data={[
        ...(chosen === "" ? [{ value: "", label: t("inspector.unset") }] : []),
        ...(chosen === "" || ids.includes(chosen) ? [] : [chosen]),
        ...ids,
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** A branch of the node beside it, where that has any. */
export function BranchField({ label, pointer, value, around, onChange }: FieldProps): ReactElement | null {
  const { t } = useTranslation();
  const { body, node: own, isDisabled, issues } = useForm();
  const source = siblingsOf(body, own ?? "").find(({ id }) => id === around["node"]);
  const branches = branchesOf(source?.source);
  const chosen = inputText(value);
  if (branches.length === 0 && value === undefined) return null;
  return (
    <NativeSelect
      size="xs"
      label={label}
      error={issues.get(pointer)}
      value={chosen}
      disabled={isDisabled}
      data={[
        { value: "", label: t("inspector.anyBranch") },
        ...(chosen === "" || branches.includes(chosen) ? [] : [chosen]),
        ...new Set(branches),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === "" ? undefined : currentTarget.value)}
    />
  );
}

/** Whether a way handles a failure: asked where one may lead on by it. */
export function HandlesField({
  label,
  hint,
  pointer,
  value,
  around,
  onChange,
}: FieldProps): ReactElement | null {
  const { t } = useTranslation();
  const { isDisabled, issues } = useForm();
  const { on } = around;
  if (value === undefined && on !== "failed" && on !== "ended") return null;
  return (
    <NativeSelect
      size="xs"
      label={label}
      description={hint}
      error={issues.get(pointer)}
      value={inputText(value)}
      disabled={isDisabled}
      data={[
        { value: "", label: t("inspector.byKind") },
        { value: "true", label: t("inspector.yes") },
        { value: "false", label: t("inspector.no") },
      ]}
      onChange={({ currentTarget: { value: chosen } }) =>
        onChange(chosen === "" ? undefined : chosen === "true")
      }
    />
  );
}

const JOINS = ["live", "all", "any", "done", "min"] as const;

/** When a node begins, by those before it. */
export function JoinField({ label, pointer, value, around, onChange }: FieldProps): ReactElement {
  const { t } = useTranslation();
  const { isDisabled, issues } = useForm();
  const isCounted = isObject(value);
  if (itemsOf(around["pre"]).length === 0 && value === undefined)
    return (
      <Text size="xs" c="dimmed">
        {t("inspector.noWays")}
      </Text>
    );
  return (
    <>
      <NativeSelect
        size="xs"
        label={label}
        error={issues.get(pointer)}
        value={isCounted ? "min" : inputText(value ?? "live")}
        disabled={isDisabled}
        data={JOINS.map((one) => ({ value: one, label: t(`inspector.join.${one}`) }))}
        onChange={({ currentTarget: { value: chosen } }) =>
          // What is so without being written is not written.
          onChange(chosen === "min" ? { min: 1 } : chosen === "live" ? undefined : chosen)
        }
      />
      {isCounted && (
        <TextInput
          size="xs"
          className="short-input"
          inputMode="numeric"
          label={t("inspector.join.count")}
          error={issues.get(`${pointer}/min`)}
          value={inputText(value["min"])}
          disabled={isDisabled}
          onChange={({ currentTarget }) => onChange({ ...value, min: numberOf(currentTarget.value) })}
          autoComplete="off"
        />
      )}
    </>
  );
}

/** The nodes of a group, which have forms of their own. */
export function NodesField({ label, value }: FieldProps): ReactElement {
  const { t } = useTranslation();
  const nodes = readBodyNodes({ nodes: value });
  return (
    <div>
      <Text size="xs">{label}</Text>
      <ul className="inspector-nodes">
        {nodes.map(({ id, title }) => (
          <li key={id} className="mono">
            {title ?? id}
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed">
        {t("inspector.inNodes")}
      </Text>
    </div>
  );
}
