import { TagsInput, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";
import { useSession } from "../../../session/use-session.ts";
import { inputText } from "../../../ui/schema/schema-shape.ts";
import { flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { type FieldProps, useForm } from "./form-context.ts";
import { itemsOf } from "../edit/body.ts";

const NODE_ID = /^(?!__proto__$)[\p{L}\p{N}_-]{1,64}$/u;

/** Why a node cannot have this id, as a key of words; `null` where it can. */
export function idRefusal(body: unknown, id: string, own: string | null): "idRule" | "idTaken" | null {
  if (!NODE_ID.test(id)) return "idRule";
  const isTaken = id !== own && flatNodes(readBodyNodes(body)).some((node) => node.id === id);
  return isTaken ? "idTaken" : null;
}

/** The id of a node: it is changed, wherever it is named, once the field is left. */
export function IdField({ label, hint, pointer, value }: FieldProps): ReactElement {
  const { t } = useTranslation();
  const { body, isDisabled, issues, onRename } = useForm();
  const written = inputText(value);
  const [kept, setKept] = useState({ of: written, text: written });
  const text = kept.of === written ? kept.text : written;
  const refusal = idRefusal(body, text, written);
  const rename = (): void => {
    if (refusal === null && text !== written) onRename(text);
  };
  return (
    <TextInput
      size="xs"
      className="mono-input"
      label={label}
      description={hint}
      error={refusal === null ? issues.get(pointer) : t(`inspector.${refusal}`)}
      value={text}
      disabled={isDisabled}
      onChange={({ currentTarget }) => setKept({ of: written, text: currentTarget.value })}
      onBlur={rename}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        // It stands in the form of the job.
        event.preventDefault();
        rename();
      }}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

export function TextsField(props: FieldProps): ReactElement {
  return <NamesInput {...props} offered={[]} />;
}

/** Permissions: those that the reader knows are offered. */
export function RolesField(props: FieldProps): ReactElement {
  const { permissions = [] } = useSession().data ?? {};
  return <NamesInput {...props} offered={permissions} />;
}

/** People: those there are are offered to who may see them. */
export function UsersField(props: FieldProps): ReactElement {
  const { hasPeople = false } = useSession().data ?? {};
  const mayRead = useMay("members:read");
  const people = useApi("listPeople", {}, { enabled: hasPeople && mayRead });
  return <NamesInput {...props} offered={people.data?.items.map(({ name }) => name) ?? []} />;
}

interface NamesInputProps extends FieldProps {
  readonly offered: readonly string[];
}

function NamesInput({ label, hint, pointer, value, offered, onChange }: NamesInputProps): ReactElement {
  const { isDisabled, issues } = useForm();
  return (
    <TagsInput
      size="xs"
      label={label}
      description={hint}
      error={issues.get(pointer)}
      value={itemsOf(value).map(inputText)}
      disabled={isDisabled}
      data={[...offered]}
      onChange={(names) => onChange(names.length === 0 ? undefined : names)}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}
