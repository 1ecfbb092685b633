import { Skeleton, Text } from "@mantine/core";
import { lazy, type ReactElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { findJsonMistake, jsonMistakeWords } from "../../../ui/json/json-mistake.ts";
import { PointerMistakes } from "../life/pointer-mistakes.tsx";

const JsonEditor = lazy(async () => ({
  default: (await import("../../../ui/json/json-editor.tsx")).JsonEditor,
}));

export interface WorkJsonProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** By pointer into the work. */
  readonly mistakes: ReadonlyMap<string, string>;
}

/** The work of a job, as JSON. */
export function WorkJson({ text, onChange, mistakes }: WorkJsonProps): ReactElement {
  const { t } = useTranslation();
  const mistake = findJsonMistake(text);
  return (
    <div>
      <Text size="xs" c="dimmed" mb="xs">
        {t("jobLife.workHint")}
      </Text>
      <Suspense fallback={<Skeleton height={160} />}>
        <JsonEditor label={t("jobLife.workJson")} value={text} onChange={onChange} mistakes={mistakes} />
      </Suspense>
      {mistake !== null && (
        <Text size="xs" mt={4} role="status" className="mistake-words">
          {jsonMistakeWords(mistake, text, t)}
        </Text>
      )}
      <PointerMistakes mistakes={mistakes} />
    </div>
  );
}
