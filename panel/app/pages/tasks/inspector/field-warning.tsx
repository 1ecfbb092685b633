import { Text } from "@mantine/core";
import { TriangleAlert } from "lucide-react";
import type { ReactElement } from "react";
import { useForm } from "./form-context.ts";

/** What is worth a look at a place of the body. */
export function FieldWarning({ pointer }: { readonly pointer: string }): ReactElement | null {
  const words = useForm().warnings.get(pointer);
  if (words === undefined) return null;
  return (
    <Text size="xs" role="note">
      <TriangleAlert size={12} aria-hidden="true" className="warning" /> {words}
    </Text>
  );
}
