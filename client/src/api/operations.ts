export type * from "./operations.generated.ts";
export { OPERATIONS } from "./operations.generated.ts";
export {
  type OperationResponse,
  type OperationId,
  type OperationRequest,
  operationUrl,
} from "./operation-request.ts";
