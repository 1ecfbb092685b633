import { Input, SegmentedControl, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { parseExactJson } from "../../../base/exact-json.ts";
import { isJson, JsonField } from "./json-field.tsx";

export interface ValueFieldProps {
  readonly label: string;
  /** The value that it takes the place of, by which the field goes. */
  readonly present: unknown;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** A value in place of another one: a text as it is, a truth as a choice, anything else as JSON. */
export function ValueField({ label, present, text, onChange }: ValueFieldProps): ReactElement {
  const { t } = useTranslation();
  if (isTextual(present))
    return (
      <TextInput label={label} value={text} onChange={({ currentTarget: { value } }) => onChange(value)} />
    );
  if (typeof present === "boolean")
    return (
      <Input.Wrapper label={label}>
        <SegmentedControl
          size="xs"
          aria-label={label}
          data={["true", "false"]}
          value={text}
          onChange={onChange}
        />
      </Input.Wrapper>
    );
  return <JsonField label={label} description={t("task.asJson")} text={text} onChange={onChange} />;
}

/** Whether a text needs no quotes in its place. */
function isTextual(present: unknown): boolean {
  return typeof present === "string" || present === null;
}

/** The value as it is first written in its field. */
export function writtenOf(present: unknown): string {
  if (typeof present === "string") return present;
  return present === undefined || present === null ? "" : JSON.stringify(present);
}

/** Whether what is written is a value. */
export function isValue(present: unknown, text: string): boolean {
  return isTextual(present) || (text.trim() !== "" && isJson(text));
}

/** What is written; in place of nothing a text that is JSON is that. */
export function valueOf(present: unknown, text: string): unknown {
  if (typeof present === "string") return text;
  return present === null && (text.trim() === "" || !isJson(text)) ? text : parseExactJson(text);
}
