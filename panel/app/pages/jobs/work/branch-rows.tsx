import { ActionIcon, Button, Group, Input, Text, TextInput } from "@mantine/core";
import { Plus, X } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { type BranchRow, branchRows } from "./branches.ts";
import { FIELD } from "./work-fields-props.ts";

const EXAMPLE = "$.SELF.PARAMS.amount > 100";

export interface BranchRowsProps {
  readonly branches: unknown;
  readonly error: string | undefined;
  readonly onChange: (branches: readonly BranchRow[]) => void;
}

/** The branches of a condition, in the order in which they are tried. */
export function BranchRows({ branches, error, onChange }: BranchRowsProps): ReactElement {
  const { t } = useTranslation();
  const rows = branchRows(branches);
  return (
    <Input.Wrapper
      {...FIELD}
      labelElement="div"
      label={t("workForm.branches")}
      description={t("workForm.branchesHint", { example: "$.SELF.PARAMS.amount" })}
      error={error}
    >
      {rows === null ? (
        <Text size="xs">{t("workForm.branchesJson")}</Text>
      ) : (
        <div className="work-rows">
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- names are typed, and may be equal meanwhile
            <Group key={index} gap="xs" wrap="nowrap">
              <TextInput
                aria-label={t("workForm.branchName", { number: index + 1 })}
                className="mono-input"
                value={row.name}
                onChange={({ currentTarget: { value } }) =>
                  onChange(rows.with(index, { ...row, name: value }))
                }
                autoComplete="off"
                spellCheck={false}
              />
              <TextInput
                aria-label={t("workForm.branchWhen", { number: index + 1 })}
                className="mono-input work-wide"
                value={row.when}
                placeholder={EXAMPLE}
                onChange={({ currentTarget: { value } }) =>
                  onChange(rows.with(index, { ...row, when: value }))
                }
                autoComplete="off"
                spellCheck={false}
              />
              <ActionIcon
                aria-label={t("workForm.removeBranch", { number: index + 1 })}
                onClick={() => onChange(rows.toSpliced(index, 1))}
              >
                <X size={14} />
              </ActionIcon>
            </Group>
          ))}
          <Button
            variant="default"
            size="compact-xs"
            leftSection={<Plus size={12} aria-hidden="true" />}
            onClick={() => onChange([...rows, { name: "", when: "" }])}
          >
            {t("workForm.addBranch")}
          </Button>
        </div>
      )}
    </Input.Wrapper>
  );
}
