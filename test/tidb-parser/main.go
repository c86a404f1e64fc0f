// Parses recorded SQL statements with TiDB's own parser: what it refuses, TiDB would not run.
// Usage: go run . FOLDER, where FOLDER holds files of statements, one JSON string a line (see test/support/record-statements.ts).
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/pingcap/tidb/pkg/parser"
	_ "github.com/pingcap/tidb/pkg/parser/test_driver"
)

// MariaDB's way to limit one statement in time. TiDB is spoken to as MySQL, which gets a hint in its place.
var mariadbLimit = regexp.MustCompile(`^SET STATEMENT max_statement_time=\d+ FOR `)

const longestStatement = 64 << 20

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run . FOLDER")
		os.Exit(2)
	}
	files, err := filepath.Glob(filepath.Join(os.Args[1], "*.ndjson"))
	if err != nil || len(files) == 0 {
		fmt.Fprintf(os.Stderr, "There are no recorded statements in %s.\n", os.Args[1])
		os.Exit(2)
	}
	seen, refused := map[string]bool{}, 0
	p := parser.New()
	for _, file := range files {
		for _, sql := range read(file) {
			sql = mariadbLimit.ReplaceAllString(sql, "")
			if seen[sql] {
				continue
			}
			seen[sql] = true
			if _, _, err := p.ParseSQL(sql); err != nil {
				refused++
				fmt.Printf("%.300s\n  %v\n", sql, err)
			}
		}
	}
	fmt.Printf("%d statements, %d refused\n", len(seen), refused)
	if refused > 0 {
		os.Exit(1)
	}
}

func read(file string) []string {
	opened, err := os.Open(file)
	if err != nil {
		panic(err)
	}
	defer opened.Close()
	lines := bufio.NewScanner(opened)
	lines.Buffer(make([]byte, 1<<20), longestStatement)
	var statements []string
	for lines.Scan() {
		var sql string
		if err := json.Unmarshal(lines.Bytes(), &sql); err != nil {
			panic(err)
		}
		statements = append(statements, sql)
	}
	if err := lines.Err(); err != nil {
		panic(err)
	}
	return statements
}
