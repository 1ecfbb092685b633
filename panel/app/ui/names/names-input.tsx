import { TagsInput, Text } from "@mantine/core";
import { type ReactElement, type ReactNode, useState } from "react";

const BETWEEN = /[,，\s]+/;

export interface NamesInputProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly value: readonly string[];
  readonly onChange: (names: string[]) => void;
  /** Names that are offered. @default none: any may be typed */
  readonly known?: readonly string[];
  /** Said of names that are typed although they are not among the known ones; they are taken. @default nothing is said */
  readonly unknownWords?: (names: readonly string[]) => string;
  /** Called with what is typed and not yet a name. @default nobody looks for more */
  readonly onTyped?: (text: string) => void;
  readonly error?: ReactNode;
}

/** Several names: typed or picked, with a comma or a space between them. */
export function NamesInput({
  value,
  onChange,
  known = [],
  unknownWords,
  onTyped,
  ...field
}: NamesInputProps): ReactElement {
  const [typed, setTyped] = useState("");
  const type = (text: string): void => {
    setTyped(text);
    onTyped?.(text);
  };
  const unknown = unknownWords === undefined ? [] : value.filter((name) => !known.includes(name));
  return (
    <div>
      <TagsInput
        {...field}
        data={[...known]}
        value={[...value]}
        splitChars={[",", "，", " "]}
        searchValue={typed}
        onSearchChange={type}
        onChange={(names) =>
          onChange([...new Set(names.flatMap((name) => name.split(BETWEEN)))].filter(Boolean))
        }
        spellCheck={false}
        autoComplete="off"
      />
      {unknown.length > 0 && (
        <Text size="xs" mt={4} className="warning" role="status">
          {unknownWords?.(unknown)}
        </Text>
      )}
    </div>
  );
}
