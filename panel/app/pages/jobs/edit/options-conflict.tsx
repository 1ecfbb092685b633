import { Alert, Button, Group, Table, Text } from "@mantine/core";
import { GitMerge } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { optionWords } from "./option-words.ts";
import type { OptionsForm } from "./use-options-form.ts";

/** Both versions of what two people changed, to choose from. */
export function OptionsConflict({ form }: { readonly form: OptionsForm }): ReactElement {
  const { t } = useTranslation();
  const { conflicts } = form;
  return (
    <Alert
      role="alert"
      className="options-conflict"
      tabIndex={-1}
      variant="outline"
      color="yellow"
      icon={<GitMerge size={16} />}
      title={
        <Text size="sm" fw={600} c="var(--mantine-color-text)">
          {t("job.conflictTitle")}
        </Text>
      }
    >
      <Text size="sm">{t(conflicts.length > 0 ? "job.conflictExplanation" : "job.conflictElse")}</Text>
      {conflicts.length > 0 && (
        <Table className="data-table compare-table" mt="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("job.optionName")}</Table.Th>
              <Table.Th>{t("job.theirs")}</Table.Th>
              <Table.Th>{t("job.mine")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {conflicts.map(({ path, theirs, mine }) => {
              const option = t(`option.label.${path}`);
              return (
                <Table.Tr key={path}>
                  <Table.Th scope="row">{option}</Table.Th>
                  <Table.Td>
                    <Group gap={6}>
                      <span>{optionWords(path, theirs, t)}</span>
                      <Button
                        variant="default"
                        size="compact-xs"
                        aria-label={t("job.takeTheirsOf", { option })}
                        onClick={() => form.takeTheirs(path)}
                      >
                        {t("job.takeTheirs")}
                      </Button>
                    </Group>
                  </Table.Td>
                  <Table.Td>
                    <Group gap={6}>
                      <span>
                        {mine === undefined ? String(form.input(path)) : optionWords(path, mine, t)}
                      </span>
                      <Button
                        variant="default"
                        size="compact-xs"
                        aria-label={t("job.keepMineOf", { option })}
                        onClick={() => form.keepMine(path)}
                      >
                        {t("job.keepMine")}
                      </Button>
                    </Group>
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      )}
    </Alert>
  );
}
