import { ActionIcon, Button, NativeSelect } from "@mantine/core";
import { Plus, X } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  COMPARISONS,
  type ConditionChoice,
  type ConditionRow,
  readCondition,
  SINGLE_TESTS,
  writeCondition,
} from "./condition-choice.ts";
import { ChoiceOrText, type ExpressionFieldProps } from "./expression-field.tsx";
import { isCompleteCondition } from "./is-complete.ts";
import type { ValueChoice } from "./value-choice.ts";
import { ValuePicker } from "./value-picker.tsx";

/** A row whose left side is not chosen yet. */
type DraftRow = ConditionRow | { readonly left: null; readonly test: "isTrue" };

interface Draft {
  readonly join: ConditionChoice["join"];
  readonly rows: readonly DraftRow[];
}

const OPEN_ROW: DraftRow = { left: null, test: "isTrue" };

export interface ConditionFieldProps extends ExpressionFieldProps {
  /** Whether there may be none, so that none begins it. */
  readonly isOptional: boolean;
}

/** A condition by rows or as text, and what it had in the last run. */
export function ConditionField({ isOptional, ...props }: ConditionFieldProps): ReactElement {
  const { t } = useTranslation();
  const { label, text, scope, isDisabled, onChange } = props;
  const [kept, setKept] = useState<{ readonly of: string; readonly draft: Draft } | null>(null);
  const read = readCondition(text);
  const draft: Draft =
    kept !== null && kept.of === text
      ? kept.draft
      : (read ?? { join: "all", rows: isOptional ? [] : [OPEN_ROW] });
  const change = (next: Draft): void => {
    const rows = next.rows.filter((row): row is ConditionRow => row.left !== null);
    const isWhole = rows.length === next.rows.length && isCompleteCondition({ join: next.join, rows });
    const written = next.rows.length === 0 ? "" : isWhole ? writeCondition({ join: next.join, rows }) : text;
    setKept({ of: written, draft: next });
    if (written !== text) onChange(written);
  };
  const { join, rows } = draft;
  return (
    <ChoiceOrText {...props} fits={text === "" || read !== null || kept?.of === text}>
      {rows.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={t("inspector.joinOf", { label })}
          value={join}
          disabled={isDisabled}
          data={[
            { value: "all", label: t("inspector.allRows") },
            { value: "any", label: t("inspector.anyRow") },
          ]}
          onChange={({ currentTarget: { value } }) =>
            change({ ...draft, join: value === "any" ? "any" : "all" })
          }
        />
      )}
      <div className="condition-rows">
        {rows.map((row, index) => (
          <RowFields
            // oxlint-disable-next-line react/no-array-index-key -- a row has nothing else
            key={index}
            label={rows.length === 1 ? label : t("inspector.rowOf", { label, number: index + 1 })}
            row={row}
            scope={scope}
            isDisabled={isDisabled}
            onChange={(next) => change({ ...draft, rows: rows.with(index, next) })}
            onRemove={() => change({ ...draft, rows: rows.toSpliced(index, 1) })}
          />
        ))}
      </div>
      {!isDisabled && (
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<Plus size={12} aria-hidden="true" />}
          onClick={() => change({ ...draft, rows: [...rows, OPEN_ROW] })}
        >
          {t("inspector.addRow")}
        </Button>
      )}
    </ChoiceOrText>
  );
}

interface RowFieldsProps extends Pick<ExpressionFieldProps, "label" | "scope" | "isDisabled"> {
  readonly row: DraftRow;
  readonly onChange: (row: DraftRow) => void;
  readonly onRemove: () => void;
}

function RowFields({ label, row, scope, isDisabled, onChange, onRemove }: RowFieldsProps): ReactElement {
  const { t } = useTranslation();
  const withLeft = (left: ValueChoice): void =>
    onChange(row.left === null ? { left, test: "isTrue" } : { ...row, left });
  return (
    <div className="condition-row">
      <ValuePicker
        label={label}
        choice={row.left}
        scope={scope}
        isDisabled={isDisabled}
        hasContains={false}
        onChange={withLeft}
      />
      <div className="value-line">
        {row.left !== null && (
          <NativeSelect
            size="xs"
            aria-label={t("inspector.testOf", { label })}
            value={row.test}
            disabled={isDisabled}
            data={[...SINGLE_TESTS, ...COMPARISONS].map((value) => ({
              value,
              label: t(`inspector.test.${value}`),
            }))}
            onChange={({ currentTarget: { value } }) => onChange(withTest(row, value))}
          />
        )}
        {!isDisabled && (
          <ActionIcon aria-label={t("inspector.removeRow", { label })} onClick={onRemove}>
            <X size={14} />
          </ActionIcon>
        )}
      </div>
      {"right" in row && (
        <ValuePicker
          label={t("inspector.rightOf", { label })}
          choice={row.right}
          scope={scope}
          isDisabled={isDisabled}
          hasContains={false}
          onChange={(right) => onChange({ ...row, right })}
        />
      )}
    </div>
  );
}

function withTest(row: DraftRow, name: string): DraftRow {
  if (row.left === null) return row;
  const { left } = row;
  const single = SINGLE_TESTS.find((one) => one === name);
  if (single !== undefined) return { left, test: single };
  const test = COMPARISONS.find((one) => one === name) ?? "==";
  return { left, test, right: "right" in row ? row.right : { source: { kind: "fixed", value: "" } } };
}
