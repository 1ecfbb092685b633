import { Alert, Text } from "@mantine/core";
import type { ReactElement } from "react";

export interface PointerMistakesProps {
  /** By JSON pointer. */
  readonly mistakes: ReadonlyMap<string, string>;
}

/** The mistakes that the API found in a JSON text, each with its place; nothing where it found none. */
export function PointerMistakes({ mistakes }: PointerMistakesProps): ReactElement | null {
  if (mistakes.size === 0) return null;
  return (
    <Alert role="alert" variant="outline" color="red" mt="sm">
      {[...mistakes].map(([pointer, message]) => (
        <Text key={pointer} size="sm">
          <span className="mono">{pointer === "" ? "/" : pointer}</span> {message}
        </Text>
      ))}
    </Alert>
  );
}
