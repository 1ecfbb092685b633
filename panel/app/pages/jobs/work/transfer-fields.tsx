import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { TransferMember } from "./transfer-member.tsx";
import {
  connectionsFor,
  membersOfTransfer,
  rootsAmong,
  TRANSFER_OPERATIONS,
  transferOperation,
  withTransfer,
} from "./transfer-members.ts";
import { FIELD, type WorkFieldsProps } from "./work-fields-props.ts";
import { mistakeOf, textOf } from "./work-members.ts";

/** What a job transfers: the operation, the server and the paths. Servers and roots are chosen of those that workers offer. */
export function TransferFields({ work, names, mistakes, onMember, onWork }: WorkFieldsProps): ReactElement {
  const { t } = useTranslation();
  const stored = textOf(work, "do");
  const operation = transferOperation(stored);
  const connection = textOf(work, "connection");
  const connections = connectionsFor(operation ?? "list", names);
  return (
    <>
      <NativeSelect
        {...FIELD}
        label={t("fileForm.do")}
        error={mistakeOf(mistakes, "do")}
        value={stored}
        data={[
          ...(operation === null ? [stored] : []),
          ...TRANSFER_OPERATIONS.map((value) => ({
            value,
            label: t(`fileForm.transfer.operation.${value}`),
          })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const other = transferOperation(value);
          if (other !== null) onWork(withTransfer(work, other));
        }}
      />
      <NativeSelect
        {...FIELD}
        label={t("fileForm.transfer.connection")}
        description={t("fileForm.transfer.connectionHint")}
        error={mistakeOf(mistakes, "connection")}
        value={connection}
        data={[
          ...(connections.includes(connection)
            ? []
            : [{ value: connection, label: connection || t("fileForm.transfer.chooseConnection") }]),
          ...connections.map((one) => ({ value: one, label: one })),
        ]}
        onChange={({ currentTarget: { value } }) => onMember("connection", value)}
      />
      {operation !== null &&
        membersOfTransfer(operation).map(([name, kind]) => (
          <TransferMember
            key={name}
            name={name}
            kind={kind}
            value={work[name]}
            roots={rootsAmong(names)}
            error={mistakeOf(mistakes, name)}
            onChange={(value) => onMember(name, value)}
          />
        ))}
    </>
  );
}
