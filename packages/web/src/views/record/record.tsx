export function RecordView() {
  return null
}
