import { Table, Text } from "@mantine/core";
import { Download } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../../ui/notice.tsx";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { TickBox } from "../../../ui/table/tick-box.tsx";
import { ImportRow } from "./import-row.tsx";
import type { Import, OnClash, Preview } from "./use-import.ts";

/** The jobs that would be imported, one by one, and the choice among them. */
export function ImportPreview({
  preview,
  importing,
}: {
  readonly preview: Preview;
  readonly importing: Import;
}): ReactElement {
  const { t } = useTranslation();
  const possible = preview.jobs.filter(({ importable, clash }) => importable && clash !== "same");
  const [chosen, setChosen] = useState(
    () => new Set(possible.filter(({ clash }) => clash === "none").map(({ id }) => id)),
  );
  const [rules, setRules] = useState<ReadonlyMap<string, OnClash>>(new Map());
  const tick = (id: string, isTicked: boolean): void => {
    const next = new Set(chosen);
    if (isTicked) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const apply = (): void =>
    importing.apply([...chosen].map((id) => ({ id, onClash: rules.get(id) ?? "skip" })));
  return (
    <section className="import-preview" aria-label={t("import.preview")}>
      <Text size="sm" role="status">
        {t("import.found", { count: preview.jobs.length })}
      </Text>
      {preview.mistakes.length > 0 && (
        <Notice title={t("import.mistakes")}>
          {preview.mistakes.map(({ line, message }) => (
            <div key={`${line} ${message}`}>
              {line !== null && `${t("import.line", { line })}: `}
              {message}
            </div>
          ))}
        </Notice>
      )}
      <div className="import-scroll" tabIndex={0} role="region" aria-label={t("import.preview")}>
        <Table className="data-table import-table" aria-label={t("import.preview")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th className="tick">
                <TickBox
                  label={t("import.all")}
                  isTicked={possible.length > 0 && possible.every(({ id }) => chosen.has(id))}
                  onTick={(isTicked) => setChosen(new Set(isTicked ? possible.map(({ id }) => id) : []))}
                />
              </Table.Th>
              <Table.Th>{t("import.job")}</Table.Th>
              <Table.Th>{t("import.findings")}</Table.Th>
              <Table.Th>{t("import.fires")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {preview.jobs.map((job) => (
              <ImportRow
                key={job.id}
                job={job}
                isTicked={chosen.has(job.id)}
                onTick={(isTicked) => tick(job.id, isTicked)}
                rule={rules.get(job.id) ?? "skip"}
                onRule={(rule) => setRules(new Map(rules).set(job.id, rule))}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <RefusableButton
        leftSection={<Download size={14} />}
        loading={importing.isPending}
        refusal={chosen.size === 0 ? t("import.nothingChosen") : null}
        onClick={apply}
      >
        {t("import.apply", { count: chosen.size })}
      </RefusableButton>
    </section>
  );
}
