import { Input, NativeSelect, TextInput } from "@mantine/core";
import type { TFunction } from "i18next";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { ARGUMENT } from "./file-member-props.ts";
import { FilePlace } from "./file-place.tsx";
import type { TransferMemberKind, TransferMemberName } from "./transfer-members.ts";
import { FIELD } from "./work-fields-props.ts";

interface TransferMemberProps {
  readonly name: TransferMemberName;
  readonly kind: TransferMemberKind;
  readonly value: unknown;
  /** The roots that workers of the app offer. */
  readonly roots: readonly string[];
  readonly error: string | undefined;
  /** `undefined` where it is not given. */
  readonly onChange: (value: unknown) => void;
}

/** One member of a transfer. */
export function TransferMember({
  name,
  kind,
  value,
  roots,
  error,
  onChange,
}: TransferMemberProps): ReactElement {
  const { t } = useTranslation();
  // Its places are those of a copy, whose source is read and whose target is written.
  if (kind === "source" || kind === "target")
    return (
      <FilePlace
        operation="copy"
        name={name}
        kind={kind}
        value={value}
        offered={roots}
        error={error}
        onChange={onChange}
      />
    );
  if (typeof kind === "object")
    return (
      <NativeSelect
        {...FIELD}
        label={t(`fileForm.member.${name}`)}
        error={error}
        value={typeof value === "string" ? value : kind[0]}
        data={kind.map((choice) => ({ value: choice, label: labelOf(choice, t) }))}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === kind[0] ? undefined : currentTarget.value)
        }
      />
    );
  const isPath = kind === "remote" && (name === "from" || name === "to" || name === "at");
  const label = isPath ? t(`fileForm.transfer.path.${name}`) : t(`fileForm.member.${name}`);
  if (Array.isArray(value))
    return (
      <Input.Wrapper {...FIELD} labelElement="div" label={label} error={error}>
        <div>{t("fileForm.asJson")}</div>
      </Input.Wrapper>
    );
  return (
    <TextInput
      {...FIELD}
      className="mono-input"
      label={label}
      description={
        isPath
          ? t("fileForm.transfer.pathHint", ARGUMENT)
          : t(`fileForm.hint.${name as "match" | "expect"}`, ARGUMENT)
      }
      error={error}
      value={typeof value === "string" ? value : ""}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === "" && !isPath ? undefined : currentTarget.value)
      }
    />
  );
}

function labelOf(choice: string, t: TFunction): string {
  switch (choice) {
    case "":
      return t("fileForm.transfer.noChecksum");
    case "skip":
      return t("fileForm.transfer.skip");
    case "fail":
    case "replace":
    case "pass":
      return t(`fileForm.choice.${choice}`);
    default:
      return choice;
  }
}
