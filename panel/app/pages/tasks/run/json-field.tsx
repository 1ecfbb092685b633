import { Textarea } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { findJsonMistake } from "../../../ui/json/json-mistake.ts";

export interface JsonFieldProps {
  readonly label: string;
  readonly description: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** One value, as JSON. */
export function JsonField({ label, description, text, onChange }: JsonFieldProps): ReactElement {
  const { t } = useTranslation();
  return (
    <Textarea
      label={label}
      description={description}
      className="mono-input"
      autosize
      minRows={2}
      maxRows={12}
      spellCheck={false}
      autoComplete="off"
      value={text}
      error={isJson(text) ? undefined : t("task.notJson")}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}

/** Also where nothing is written. */
export function isJson(text: string): boolean {
  return text.trim() === "" || findJsonMistake(text) === null;
}
