import { Fieldset } from "@mantine/core";
import type { ReactElement } from "react";
import { Mistake } from "../../../ui/schema/field-buttons.tsx";
import { type FieldProps, useForm } from "./form-context.ts";
import type { MemberName, Members } from "./forms.ts";
import { membersOf, withMember } from "./member-edit.ts";
import type { MemberFieldProps } from "./member-field.tsx";
import { OtherMembers } from "./other-members.tsx";

export type DrawMember = (props: MemberFieldProps) => ReactElement;

export interface ObjectFieldProps extends FieldProps {
  readonly members: Members;
  readonly Member: DrawMember;
}

/** An object that is there as soon as one of its members is, and no longer than that. */
export function ObjectField({ label, pointer, value, members, Member, onChange }: ObjectFieldProps): ReactElement {
  const { issues } = useForm();
  const mistake = issues.get(pointer);
  return (
    <Fieldset legend={label} className="inspector-set">
      {mistake !== undefined && <Mistake text={mistake} />}
      <MemberFields
        members={members}
        pointer={pointer}
        value={membersOf(value)}
        Member={Member}
        onChange={(next) => onChange(Object.keys(next).length === 0 ? undefined : next)}
      />
    </Fieldset>
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
