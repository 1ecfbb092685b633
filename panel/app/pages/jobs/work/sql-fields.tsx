import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { SqlValueRows } from "./sql-value-rows.tsx";
import { FIELD, type WorkFieldsProps } from "./work-fields-props.ts";
import { membersOf, mistakeOf, textOf } from "./work-members.ts";

const FORMATS = ["csv", "jsonl"] as const;
type Format = (typeof FORMATS)[number];

/** A statement on a database, which is chosen from those that workers of the app offer. */
export function SqlFields({ work, names, mistakes, onMember }: WorkFieldsProps): ReactElement {
  const { t } = useTranslation();
  const connection = textOf(work, "connection");
  const output = membersOf(work, "output");
  const stored = textOf(output, "format");
  const format = FORMATS.find((known) => known === stored) ?? null;
  const maxRows = work["maxRows"];
  return (
    <>
      <NativeSelect
        {...FIELD}
        label={t("workForm.connection")}
        description={t("workForm.connectionHint")}
        error={mistakeOf(mistakes, "connection")}
        value={connection}
        data={names.includes(connection) ? [...names] : [connection, ...names]}
        onChange={({ currentTarget: { value } }) => onMember("connection", value)}
      />
      <Textarea
        {...FIELD}
        className="mono-input"
        label={t("workForm.statement")}
        description={t("workForm.statementHint")}
        error={mistakeOf(mistakes, "statement")}
        autosize
        minRows={3}
        maxRows={20}
        spellCheck={false}
        value={textOf(work, "statement")}
        onChange={({ currentTarget: { value } }) => onMember("statement", value)}
      />
      <SqlValueRows
        values={work["values"]}
        error={mistakeOf(mistakes, "values")}
        onChange={(values) => onMember("values", values)}
      />
      <NativeSelect
        {...FIELD}
        label={t("workForm.rows")}
        error={mistakeOf(mistakes, "output")}
        value={format ?? ""}
        data={[
          { value: "", label: t("workForm.rowsResult") },
          ...FORMATS.map((value) => ({ value, label: t(`workForm.rowsOf.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const chosen = FORMATS.find((known) => known === value);
          onMember("output", chosen === undefined ? undefined : outputWith(output, chosen));
        }}
      />
      {format !== null && (
        <TextInput
          {...FIELD}
          className="mono-input"
          label={t("workForm.rowsFile")}
          value={textOf(output, "file")}
          onChange={({ currentTarget: { value } }) => onMember("output", { ...output, file: value })}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <TextInput
        {...FIELD}
        label={t("workForm.maxRows")}
        description={t("workForm.maxRowsHint")}
        error={mistakeOf(mistakes, "maxRows")}
        inputMode="numeric"
        value={typeof maxRows === "number" ? String(maxRows) : ""}
        onChange={({ currentTarget: { value } }) => {
          const digits = value.replaceAll(/\D/g, "").slice(0, 8);
          onMember("maxRows", digits === "" ? undefined : Number(digits));
        }}
        autoComplete="off"
      />
    </>
  );
}

/** The file of the other format keeps its name, but for its ending. */
function outputWith(
  output: Readonly<Record<string, unknown>>,
  format: Format,
): Readonly<Record<string, unknown>> {
  const named = textOf(output, "file");
  const file = named === "" ? `rows.${format}` : named.replace(/\.(?:csv|jsonl)$/, `.${format}`);
  return { ...output, file, format };
}
