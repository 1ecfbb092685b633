import type { Archive, Problem } from "../../api/operations.generated.ts";

export type UploadedArchive = Archive;

export function isProblem(answer: unknown): answer is Problem {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "code" in answer &&
    "detail" in answer &&
    typeof answer.detail === "string"
  );
}
