import { ActionIcon, Button, Group, Input, NativeSelect, Text, TextInput } from "@mantine/core";
import { Plus, X } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { SQL_VALUE_KINDS, sqlRows, sqlValue, type SqlValueKind, type SqlValueRow } from "./sql-values.ts";
import { FIELD } from "./work-fields-props.ts";

export interface SqlValueRowsProps {
  readonly values: unknown;
  readonly error: string | undefined;
  readonly onChange: (values: readonly unknown[] | undefined) => void;
}

/** The values that are bound to the places of a statement, in their order. */
export function SqlValueRows({ values, error, onChange }: SqlValueRowsProps): ReactElement {
  const { t } = useTranslation();
  const given = JSON.stringify(values);
  // Rows are kept here, because a number is none for a moment while it is typed.
  const [kept, setKept] = useState(() => ({ of: given, rows: sqlRows(values) }));
  const rows = kept.of === given ? kept.rows : sqlRows(values);
  const change = (next: readonly SqlValueRow[]): void => {
    const changed = next.length === 0 ? undefined : next.map(sqlValue);
    setKept({ of: JSON.stringify(changed), rows: next });
    onChange(changed);
  };
  return (
    <Input.Wrapper
      {...FIELD}
      labelElement="div"
      label={t("workForm.sqlValues")}
      description={t("workForm.sqlValuesHint")}
      error={error}
    >
      {rows === null ? (
        <Text size="xs">{t("workForm.sqlValuesJson")}</Text>
      ) : (
        <div className="work-rows">
          {rows.map(({ kind, text }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a value has nothing else
            <Group key={index} gap="xs" wrap="nowrap">
              <NativeSelect
                aria-label={t("workForm.sqlValueKind", { number: index + 1 })}
                value={kind}
                data={SQL_VALUE_KINDS.map((value) => ({ value, label: t(`workForm.sqlKindOf.${value}`) }))}
                onChange={({ currentTarget: { value } }) =>
                  change(rows.with(index, { kind: value as SqlValueKind, text }))
                }
              />
              {hasText(kind) && (
                <TextInput
                  aria-label={t("workForm.sqlValue", { number: index + 1 })}
                  className="mono-input work-wide"
                  value={text}
                  placeholder={kind === "arg" ? "/day" : ""}
                  onChange={({ currentTarget: { value } }) => change(rows.with(index, { kind, text: value }))}
                  autoComplete="off"
                  spellCheck={false}
                />
              )}
              <ActionIcon
                aria-label={t("workForm.removeSqlValue", { number: index + 1 })}
                onClick={() => change(rows.toSpliced(index, 1))}
              >
                <X size={14} />
              </ActionIcon>
            </Group>
          ))}
          <Button
            variant="default"
            size="compact-xs"
            leftSection={<Plus size={12} aria-hidden="true" />}
            onClick={() => change([...rows, { kind: "arg", text: "" }])}
          >
            {t("workForm.addSqlValue")}
          </Button>
        </div>
      )}
    </Input.Wrapper>
  );
}

function hasText(kind: SqlValueKind): boolean {
  return kind === "arg" || kind === "text" || kind === "number";
}
