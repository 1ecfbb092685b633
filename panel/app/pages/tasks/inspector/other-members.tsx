import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { JsonMember } from "./json-member.tsx";
import { withMember } from "../edit/body.ts";

export interface OtherMembersProps {
  /** The members that have fields. */
  readonly known: readonly string[];
  readonly pointer: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly onChange: (value: Readonly<Record<string, unknown>>) => void;
}

/** Members that no field is for: they are shown and kept all the same. */
export function OtherMembers({ known, pointer, value, onChange }: OtherMembersProps): ReactElement | null {
  const { t } = useTranslation();
  const others = Object.keys(value).filter((name) => !known.includes(name));
  if (others.length === 0) return null;
  return (
    <div className="inspector-fields" role="group" aria-label={t("inspector.otherMembers")}>
      {others.map((name) => (
        <JsonMember
          key={name}
          label={name}
          pointer={`${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`}
          value={value[name]}
          around={value}
          onChange={(member) => onChange(withMember(value, name, member))}
        />
      ))}
    </div>
  );
}
