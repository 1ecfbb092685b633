import { SegmentedControl, Skeleton, Text } from "@mantine/core";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { parseExactJson } from "../../../base/exact-json.ts";
import { findJsonMistake, jsonMistakeWords } from "../../../ui/json/json-mistake.ts";
import type { Schema } from "../../../ui/schema/schema-shape.ts";
import { SchemaForm } from "../../../ui/schema/schema-form.tsx";

const JsonEditor = lazy(async () => ({
  default: (await import("../../../ui/json/json-editor.tsx")).JsonEditor,
}));

export interface ArgsFieldProps {
  readonly schema: Schema | null;
  /** JSON, or on the way to it; empty for none. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly mistakes: ReadonlyMap<string, string>;
}

/** A run's arguments, as a form or as JSON: both write the same text. */
export function ArgsField({ schema, text, onChange, mistakes }: ArgsFieldProps): ReactElement {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(schema === null ? "json" : "form");
  const mistake = text.trim() === "" ? null : findJsonMistake(text);
  const isForm = chosen === "form" && schema !== null;
  return (
    <>
      {schema !== null && (
        <SegmentedControl
          size="xs"
          mb="sm"
          aria-label={t("runJob.args")}
          value={chosen}
          onChange={setChosen}
          transitionDuration={0}
          data={[
            { value: "form", label: t("runJob.form") },
            { value: "json", label: t("runJob.json") },
          ]}
        />
      )}
      {schema === null && (
        <Text size="xs" c="dimmed" mb="xs">
          {t("runJob.noSchema")}
        </Text>
      )}
      {isForm && mistake === null && (
        <SchemaForm
          schema={schema}
          value={text.trim() === "" ? undefined : parseExactJson(text)}
          onChange={(value) => onChange(value === undefined ? "" : JSON.stringify(value, null, 2))}
          mistakes={mistakes}
        />
      )}
      {isForm && mistake !== null && <Text size="sm">{t("runJob.malformed")}</Text>}
      {!isForm && (
        <Suspense fallback={<Skeleton height={160} />}>
          <JsonEditor label={t("runJob.args")} value={text} onChange={onChange} mistakes={mistakes} />
        </Suspense>
      )}
      {mistake !== null && (
        <Text size="xs" mt={4} role="status" className="mistake-words">
          {jsonMistakeWords(mistake, text, t)}
        </Text>
      )}
    </>
  );
}
