import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { FileMember } from "./file-member.tsx";
import { FILE_DEEDS, fileDeed, membersOfDeed, withDeed } from "./file-members.ts";
import { FIELD, type WorkFieldsProps } from "./work-fields-props.ts";
import { mistakeOf, textOf } from "./work-members.ts";

/** What a job does with files: the operation, and what that one is given. Roots are chosen of those that workers offer. */
export function FileFields(props: WorkFieldsProps): ReactElement {
  const { work, names, mistakes, onMember, onWork } = props;
  const { t } = useTranslation();
  const stored = textOf(work, "do");
  const operation = fileDeed(stored);
  return (
    <>
      <NativeSelect
        {...FIELD}
        label={t("fileForm.do")}
        error={mistakeOf(mistakes, "do")}
        value={stored}
        data={[
          ...(operation === null ? [stored] : []),
          ...FILE_DEEDS.map((value) => ({ value, label: t(`fileForm.operation.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const other = fileDeed(value);
          if (other !== null) onWork(withDeed(work, other));
        }}
      />
      {operation !== null &&
        membersOfDeed(operation).map(([name, kind]) => (
          <FileMember
            key={name}
            operation={operation}
            name={name}
            kind={kind}
            value={work[name]}
            offered={names}
            error={mistakeOf(mistakes, name)}
            onChange={(value) => onMember(name, value)}
          />
        ))}
    </>
  );
}
