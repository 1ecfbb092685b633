import { ActionIcon, Button, Group, Input, TextInput } from "@mantine/core";
import { Plus, X } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { FIELD, PLACEHOLDERS } from "./work-fields-props.ts";
import type { WorkMembers } from "./work-members.ts";

export interface HeaderRowsProps {
  readonly headers: WorkMembers;
  readonly error: string | undefined;
  readonly onChange: (headers: WorkMembers) => void;
}

type Row = readonly [name: string, value: string];

/** The headers of a request; a row without a name is not sent. */
export function HeaderRows({ headers, error, onChange }: HeaderRowsProps): ReactElement {
  const { t } = useTranslation();
  const given = JSON.stringify(headers);
  // Rows are kept here, because two names are the same for a moment while one of them is typed.
  const [kept, setKept] = useState(() => ({ of: given, rows: rowsOf(headers) }));
  const rows = kept.of === given ? kept.rows : rowsOf(headers);
  const change = (next: readonly Row[]): void => {
    const sent = Object.fromEntries(next.filter(([name]) => name.trim() !== ""));
    setKept({ of: JSON.stringify(sent), rows: next });
    onChange(sent);
  };
  return (
    <Input.Wrapper
      {...FIELD}
      labelElement="div"
      label={t("workForm.headers")}
      description={t("workForm.headersHint", PLACEHOLDERS)}
      error={error}
    >
      <div className="work-rows">
        {rows.map(([name, value], index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row has nothing else
          <Group key={index} gap="xs" wrap="nowrap">
            <TextInput
              aria-label={t("workForm.headerName", { number: index + 1 })}
              className="mono-input work-name"
              value={name}
              onChange={(event) => change(rows.with(index, [event.currentTarget.value, value]))}
              autoComplete="off"
              spellCheck={false}
            />
            <TextInput
              aria-label={t("workForm.headerValue", { number: index + 1 })}
              className="mono-input work-wide"
              value={value}
              onChange={(event) => change(rows.with(index, [name, event.currentTarget.value]))}
              autoComplete="off"
              spellCheck={false}
            />
            <ActionIcon
              aria-label={t("workForm.removeHeader", { number: index + 1 })}
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
          onClick={() => setKept({ of: given, rows: [...rows, ["", ""]] })}
        >
          {t("workForm.addHeader")}
        </Button>
      </div>
    </Input.Wrapper>
  );
}

function rowsOf(headers: WorkMembers): readonly Row[] {
  return Object.entries(headers).map(([name, value]) => [name, String(value)]);
}
