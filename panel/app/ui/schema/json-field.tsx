import { Textarea } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { parseExactJson } from "../../base/exact-json.ts";

export interface JsonFieldProps {
  readonly label: string;
  readonly description: string;
  readonly error: string | undefined;
  readonly withAsterisk: boolean;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Any value as JSON. Text that is not valid JSON yet stays in the input. */
export function JsonField({ value, onChange, error, ...common }: JsonFieldProps): ReactElement {
  const { t } = useTranslation();
  const written = value === undefined ? "" : JSON.stringify(value);
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <Textarea
      {...common}
      className="mono-input"
      autosize
      minRows={1}
      maxRows={12}
      value={draft ?? written}
      error={draft === null ? error : t("job.unreadable")}
      onChange={({ currentTarget: { value: text } }) => {
        try {
          onChange(text.trim() === "" ? undefined : parseExactJson(text));
          setDraft(null);
        } catch {
          setDraft(text);
        }
      }}
    />
  );
}
