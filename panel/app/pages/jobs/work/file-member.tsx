import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { TFunction } from "i18next";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { FilePlace } from "./file-place.tsx";
import { FileParts } from "./file-parts.tsx";
import { ARGUMENT, type FileMemberProps } from "./file-member-props.ts";
import { chosen } from "./file-members.ts";
import { FIELD } from "./work-fields-props.ts";

/** One member of an operation with files. */
export function FileMember(props: FileMemberProps): ReactElement {
  const { operation, name, kind, value, error, onChange } = props;
  const { t } = useTranslation();
  if (kind === "place" || kind === "source" || kind === "target") return <FilePlace {...props} />;
  if (kind === "by") return <FileParts value={value} error={error} onChange={onChange} />;
  const common = { ...FIELD, label: t(`fileForm.member.${name}`), error };
  if (typeof kind === "object")
    return (
      <NativeSelect
        {...common}
        value={typeof value === "string" ? value : kind[0]}
        data={kind.map((choice) => ({ value: choice, label: labelOf(choice, t) }))}
        onChange={({ currentTarget }) => onChange(chosen(name, kind, currentTarget.value))}
      />
    );
  if (kind === "flag")
    return (
      <Checkbox
        className="option-row"
        label={t(operation === "remove" ? "fileForm.allBelow" : "fileForm.member.recursive")}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked || undefined)}
      />
    );
  const written = {
    ...common,
    description: t(`fileForm.hint.${name}` as "fileForm.hint.text", ARGUMENT),
    className: "mono-input",
    value: typeof value === "string" ? value : "",
    spellCheck: false,
  };
  if (kind === "text")
    return (
      <Textarea
        {...written}
        autosize
        minRows={2}
        maxRows={16}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...written}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value === "" ? undefined : currentTarget.value)}
    />
  );
}

/** Choices that have words; formats and algorithms are called as they are written. */
const WORDED = ["text", "file", "utf8", "fail", "replace", "append", "pass"] as const;

function labelOf(choice: string, t: TFunction): string {
  if (choice === "") return t("fileForm.choice.none");
  const worded = WORDED.find((one) => one === choice);
  return worded === undefined ? choice : t(`fileForm.choice.${worded}`);
}
