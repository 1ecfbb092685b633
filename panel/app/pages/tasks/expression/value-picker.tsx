import { Autocomplete, NativeSelect, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";
import { fieldsOf, fieldText, readField } from "./field-path.ts";
import { PrimitiveInput } from "./primitive-input.tsx";
import { usePastValue } from "./preview.ts";
import type { ExpressionScope, ScopeNode } from "./scope.ts";
import { TakeFields } from "./take-fields.tsx";
import {
  NODE_PARTS,
  type NodePart,
  type SourceKind,
  type ValueChoice,
  type ValueSource,
  writeChoice,
} from "./value-choice.ts";

export interface ValuePickerProps {
  readonly label: string;
  /** `null` while nothing is chosen. */
  readonly choice: ValueChoice | null;
  readonly scope: ExpressionScope;
  readonly isDisabled: boolean;
  /** Whether what it contains can be asked here: a condition has an operator for that. @default true */
  readonly hasContains?: boolean;
  readonly onChange: (choice: ValueChoice) => void;
}

/** Names of what `$.TASK` has besides its parameters. */
const TASK_FIELDS = ["ID", "KEY", "STARTED", "NOMINAL", "TRIGGER"];
/** The node that reads itself. */
const SELF = "";

/** A value by choice: source, node, field, and what is taken of it. */
export function ValuePicker({
  label,
  choice,
  scope,
  isDisabled,
  hasContains = true,
  onChange,
}: ValuePickerProps): ReactElement {
  const { t } = useTranslation();
  const source = choice?.source ?? null;
  const kinds: readonly SourceKind[] =
    source === null || scope.kinds.includes(source.kind) ? scope.kinds : [...scope.kinds, source.kind];
  const setSource = (next: ValueSource): void => onChange(adopted({ ...choice, source: next }, scope));
  return (
    <div className="value-picker">
      <div className="value-line">
        <NativeSelect
          size="xs"
          aria-label={t("inspector.sourceOf", { label })}
          value={source?.kind ?? ""}
          disabled={isDisabled}
          data={[
            ...(source === null ? [{ value: "", label: t("inspector.chooseSource") }] : []),
            ...kinds.map((value) => ({ value, label: t(`inspector.source.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const kind = kinds.find((one) => one === value);
            if (kind !== undefined) setSource(freshSource(kind, source, scope));
          }}
        />
        {source !== null && (
          <SourceFields
            label={label}
            source={source}
            scope={scope}
            isDisabled={isDisabled}
            onChange={setSource}
          />
        )}
      </div>
      {choice !== null && source !== null && source.kind !== "secret" && (
        <TakeFields
          label={label}
          choice={choice}
          isDisabled={isDisabled}
          isMaybe={isMaybe(source, scope)}
          hasContains={hasContains}
          onChange={onChange}
        />
      )}
    </div>
  );
}

/** A node that may not have run wants a value in its place; texts around a fixed one are one text. */
function adopted(choice: ValueChoice, scope: ExpressionScope): ValueChoice {
  const { source } = choice;
  if (source.kind === "fixed" || source.kind === "secret") return { source };
  return isMaybe(source, scope) && choice.orElse === undefined ? { ...choice, orElse: null } : choice;
}

function isMaybe(source: ValueSource, { nodes }: ExpressionScope): boolean {
  if (!("node" in source) || source.node === null) return false;
  return nodes.some(({ id, isSure }) => id === source.node && !isSure);
}

/** A source of another kind, which keeps the node where it has one. */
function freshSource(kind: SourceKind, before: ValueSource | null, scope: ExpressionScope): ValueSource {
  if (kind === "fixed") return { kind, value: "" };
  if (kind === "file" || kind === "document") return { kind, path: "" };
  if (!isNodePart(kind)) return { kind, field: [] };
  if (before !== null && "node" in before) return { ...before, kind, field: [] };
  const first = scope.ownParts.includes(kind) && scope.nodes.length === 0 ? null : scope.nodes[0];
  if (first === null || first === undefined) return { kind, node: null, field: [] };
  return nodeSource(kind, first);
}

function isNodePart(kind: SourceKind): kind is NodePart {
  return Object.hasOwn(NODE_PARTS, kind);
}

const OF_WHOLE: ReadonlySet<NodePart> = new Set(["status", "code"]);

/** Of a batch all items are read where its whole has no such value. */
function nodeSource(kind: NodePart, node: ScopeNode): ValueSource {
  return { kind, node: node.id, ...(node.isBatch && !OF_WHOLE.has(kind) && { item: "all" }), field: [] };
}

interface SourceFieldsProps {
  readonly label: string;
  readonly source: ValueSource;
  readonly scope: ExpressionScope;
  readonly isDisabled: boolean;
  readonly onChange: (source: ValueSource) => void;
}

function SourceFields({ source, onChange, ...props }: SourceFieldsProps): ReactElement | null {
  const { t } = useTranslation();
  const { label, scope, isDisabled } = props;
  switch (source.kind) {
    case "fixed":
      return (
        <PrimitiveInput
          label={t("inspector.fixedOf", { label })}
          value={source.value}
          mayBeList
          isDisabled={isDisabled}
          onChange={(value) => onChange({ kind: "fixed", value })}
        />
      );
    case "file":
    case "document":
      return (
        <TextInput
          size="xs"
          className="mono-input value-wide"
          aria-label={t("inspector.pathOf", { label })}
          value={source.path}
          disabled={isDisabled}
          onChange={({ currentTarget }) => onChange({ kind: source.kind, path: currentTarget.value })}
          autoComplete="off"
        />
      );
    case "index":
    case "visit":
      return null;
    default:
      return (
        <>
          {"node" in source && <NodeFields {...props} source={source} onChange={onChange} />}
          <FieldInput
            label={t("inspector.fieldOf", { label })}
            field={fieldText(source.field)}
            known={knownFields(source, scope)}
            source={source}
            scope={scope}
            isDisabled={isDisabled}
            onChange={(field) => onChange({ ...source, field })}
          />
        </>
      );
  }
}

type PathSource = Exclude<ValueSource, { kind: "fixed" | "file" | "document" }>;
type NodeSource = Extract<ValueSource, { node: unknown }>;

interface NodeFieldsProps extends Omit<SourceFieldsProps, "source"> {
  readonly source: NodeSource;
}

function NodeFields({ label, source, scope, isDisabled, onChange }: NodeFieldsProps): ReactElement {
  const { t } = useTranslation();
  const { nodes, ownParts } = scope;
  const node = nodes.find(({ id }) => id === source.node);
  const group = (name: string, isSure: boolean) => {
    const items = nodes.filter((one) => one.isSure === isSure).map(optionOf);
    return items.length === 0 ? [] : [{ group: name, items }];
  };
  const isKnown = source.node === null || node !== undefined;
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={t("inspector.nodeOf", { label })}
        value={source.node ?? SELF}
        disabled={isDisabled}
        data={[
          ...(isKnown ? [] : [{ value: source.node ?? SELF, label: source.node ?? SELF }]),
          ...(source.node === null || ownParts.includes(source.kind)
            ? [{ value: SELF, label: t("inspector.self") }]
            : []),
          ...group(t("inspector.sureNodes"), true),
          ...group(t("inspector.maybeNodes"), false),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const chosen = nodes.find(({ id }) => id === value);
          onChange(
            chosen === undefined
              ? { kind: source.kind, node: null, field: [] }
              : nodeSource(source.kind, chosen),
          );
        }}
      />
      {(source.item !== undefined || node?.isBatch === true) && (
        <ItemInput label={label} source={source} isDisabled={isDisabled} onChange={onChange} />
      )}
    </>
  );
}

function optionOf({ id, title }: ScopeNode): { readonly value: string; readonly label: string } {
  return { value: id, label: title === id ? id : `${title} (${id})` };
}

type ItemInputProps = Pick<NodeFieldsProps, "label" | "source" | "isDisabled" | "onChange">;

/** Of which item of a batch: all of them as a list, or one by its number. */
function ItemInput({ label, source, isDisabled, onChange }: ItemInputProps): ReactElement {
  const { t } = useTranslation();
  const { item: _, ...others } = source;
  const { item } = source;
  const kind = item === undefined ? "whole" : item === "all" ? "all" : "one";
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={t("inspector.itemsOf", { label })}
        value={kind}
        disabled={isDisabled}
        data={(["all", "one", "whole"] as const).map((value) => ({
          value,
          label: t(`inspector.items.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === "whole" ? others : { ...source, item: value === "all" ? "all" : 0 })
        }
      />
      {typeof item === "number" && (
        <TextInput
          size="xs"
          className="short-input"
          inputMode="numeric"
          aria-label={t("inspector.itemNumberOf", { label })}
          value={String(item)}
          disabled={isDisabled}
          onChange={({ currentTarget: { value } }) =>
            /^\d{1,9}$/.test(value) && onChange({ ...source, item: Number(value) })
          }
        />
      )}
    </>
  );
}

/** The names that are declared for what a source has. */
function knownFields(source: PathSource, scope: ExpressionScope): readonly string[] {
  const named = (names: readonly string[]): readonly string[] =>
    names.map((name) => fieldText([{ type: "name", name }]));
  switch (source.kind) {
    case "param":
      return named(scope.params);
    case "variable":
      return named(scope.variables);
    case "task":
      return TASK_FIELDS;
    case "given":
      return source.node === null ? named(scope.given) : [];
    case "result":
      return named(
        source.node === null
          ? scope.ownResults
          : (scope.nodes.find(({ id }) => id === source.node)?.results ?? []),
      );
    default:
      return [];
  }
}

interface FieldInputProps {
  readonly label: string;
  readonly field: string;
  readonly known: readonly string[];
  readonly source: PathSource;
  readonly scope: ExpressionScope;
  readonly isDisabled: boolean;
  readonly onChange: (field: PathSource["field"]) => void;
}

const WITHOUT_FIELDS: ReadonlySet<SourceKind> = new Set([
  "output",
  "log",
  "status",
  "code",
  "exitCode",
  "ms",
]);

/** The way into a value: names that are declared, and those that the last run had. */
function FieldInput({
  label,
  field,
  known,
  source,
  scope,
  isDisabled,
  onChange,
}: FieldInputProps): ReactElement | null {
  const { t } = useTranslation();
  const [kept, setKept] = useState({ of: field, text: field });
  const text = kept.of === field ? kept.text : field;
  const past = usePastValue(wholeOf(source), scope.node);
  const secrets = useApi(
    "listSecrets",
    { query: { app: scope.app } },
    { enabled: useMay("secrets:read") && source.kind === "secret" },
  );
  if (WITHOUT_FIELDS.has(source.kind) && source.field.length === 0) return null;
  const seen = past !== null && "value" in past ? fieldsOf(past.value) : [];
  return (
    <Autocomplete
      size="xs"
      className="mono-input"
      aria-label={label}
      placeholder={t(source.kind === "result" ? "inspector.wholeResult" : "inspector.wholeValue")}
      value={text}
      error={readField(text) === null ? t("inspector.wantsField") : undefined}
      disabled={isDisabled}
      data={[...new Set([...known, ...seen, ...(secrets.data?.items ?? []).map(({ name }) => name)])]}
      onChange={(typed) => {
        const steps = readField(typed);
        setKept({ of: steps === null ? field : fieldText(steps), text: typed });
        if (steps !== null) onChange(steps);
      }}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      autoComplete="off"
    />
  );
}

/** All that is there, of one item of a batch. */
function wholeOf(source: PathSource): string {
  const whole = { ...source, field: [] };
  return writeChoice({ source: "item" in whole && whole.item === "all" ? { ...whole, item: 0 } : whole });
}
