const texts = "[cm]?[jt]sx?|css|scss|html|vue|svelte|mdx?|txt|snap|json";
const sources = `${texts}|py|rb|go|rs|java|kt|scala|swift|php|c|h|cc|cpp|hpp|cs`;

/**
 * A file and its variants: `Dockerfile`, `Dockerfile.dev`, `Dockerfile-dev`. `Dockerfile.go` is the image of a Go
 * program, but `Dockerfile.ts` and `dockerfile_parser.go` are programs about such files.
 */
export const variantsOf = (names: string): RegExp =>
  new RegExp(`^(?:${names})(?:\\.(?!(?:.*\\.)?(?:${texts})$).+|[-_](?!.*\\.(?:${sources})$).+)?$`);
