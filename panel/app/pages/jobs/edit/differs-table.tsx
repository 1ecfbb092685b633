import { Button, Table, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { inputOf, isSameValue, OPTION_PATHS, optionValues } from "./option-fields.ts";
import { optionWords } from "./option-words.ts";
import type { OptionsForm } from "./use-options-form.ts";

export interface DiffersTableProps {
  readonly job: JobDetail;
  readonly form: OptionsForm;
}

/** Where what is stored is not what the code says: both, and the way back to the code. */
export function DiffersTable({ job: { differsFromCode }, form }: DiffersTableProps): ReactElement {
  const { t } = useTranslation();
  const code = optionValues(Object.fromEntries(differsFromCode.map(({ field, code }) => [field, code])));
  const rows = OPTION_PATHS.filter((path) => path in code && !isSameValue(code[path], form.stored[path]));
  return (
    <section className="option-group">
      <Title order={2}>{t("job.differsTitle")}</Title>
      <Text size="xs" c="dimmed">
        {t("job.differsExplanation")}
      </Text>
      <Table className="data-table compare-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("job.optionName")}</Table.Th>
            <Table.Th>{t("job.inForce")}</Table.Th>
            <Table.Th>{t("job.inCode")}</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((path) => {
            const option = t(`option.label.${path}`);
            return (
              <Table.Tr key={path}>
                <Table.Th scope="row">{option}</Table.Th>
                <Table.Td className="warning">{optionWords(path, form.stored[path], t)}</Table.Td>
                <Table.Td>{optionWords(path, code[path], t)}</Table.Td>
                <Table.Td ta="end">
                  <Button
                    variant="default"
                    size="compact-xs"
                    aria-label={t("job.takeCodeOf", { option })}
                    onClick={() => form.edit(path, inputOf(path, code[path]))}
                  >
                    {t("job.takeCode")}
                  </Button>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </section>
  );
}
