import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { Mistake } from "../../../ui/schema/field-buttons.tsx";
import { type FieldProps, useForm } from "./form-context.ts";
import type { MemberName, Members } from "./forms.ts";
import { withMember } from "../edit/body.ts";
import { membersOf } from "./member-edit.ts";
import type { MemberFieldProps } from "./field-props.ts";
import { OtherMembers } from "./other-members.tsx";

export type DrawMember = (props: MemberFieldProps) => ReactElement;

export interface ObjectFieldProps extends FieldProps {
  readonly members: Members;
  readonly isItem?: boolean;
  readonly Member: DrawMember;
}

/** An object that is there as soon as one of its members is, and no longer than that; one that is not is folded. */
export function ObjectField(props: ObjectFieldProps): ReactElement {
  const { label, hint, pointer, value, members, isItem = false, Member, onChange } = props;
  const { issues } = useForm();
  const mistake = issues.get(pointer);
  const fields = (
    <>
      {hint !== undefined && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
      {mistake !== undefined && <Mistake text={mistake} />}
      <MemberFields
        members={members}
        pointer={pointer}
        value={membersOf(value)}
        Member={Member}
        onChange={(next) => onChange(Object.keys(next).length === 0 ? undefined : next)}
      />
    </>
  );
  if (isItem)
    return (
      <div role="group" aria-label={label} className="inspector-fields">
        {fields}
      </div>
    );
  return (
    <details className="inspector-object" open={value !== undefined}>
      <summary>{label}</summary>
      <div className="inspector-set">{fields}</div>
    </details>
  );
}

export interface MemberFieldsProps {
  readonly members: Members;
  readonly pointer: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly Member: DrawMember;
  /** Members that are shown elsewhere. @default none */
  readonly others?: readonly string[];
  readonly onChange: (value: Readonly<Record<string, unknown>>) => void;
}

/** The members of an object; what has no field is shown as JSON. */
export function MemberFields({
  members,
  pointer,
  value,
  Member,
  others = [],
  onChange,
}: MemberFieldsProps): ReactElement {
  const names = Object.keys(members) as MemberName[];
  return (
    <>
      {names.map((name) => {
        const form = members[name];
        if (form === undefined) return null;
        return (
          <Member
            key={name}
            name={name}
            form={form}
            pointer={`${pointer}/${name}`}
            value={value[name]}
            around={value}
            onChange={(member) => onChange(withMember(value, name, member))}
          />
        );
      })}
      <OtherMembers known={[...names, ...others]} pointer={pointer} value={value} onChange={onChange} />
    </>
  );
}
