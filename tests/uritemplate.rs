// SPDX-License-Identifier: MIT OR Apache-2.0
//! The public test suite of URI templates (https://github.com/uri-templates/uritemplate-test), if `CRI_URITEMPLATE` is
//! its folder or `../shared/vectors/uritemplate` exists.

use crate::support::lib::output;
use cri::Error;
use cri::template::{self, Variable};
use serde_json::{Map, Value};

/// A variable of the suite: its name, and keys with values for an array, values for a list, or one value.
enum Listed {
    Text(String, String),
    Items(String, Vec<String>),
    Pairs(String, Vec<(String, String)>),
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), String::from)
}

fn listed(variables: &Map<String, Value>) -> Vec<Listed> {
    let read = |(name, value): (&String, &Value)| match value {
        Value::Null => None,
        Value::Array(items) => Some(Listed::Items(name.clone(), items.iter().map(text).collect())),
        Value::Object(pairs) => {
            let is_defined = |(key, value): (&String, &Value)| (!value.is_null()).then(|| (key.clone(), text(value)));
            Some(Listed::Pairs(name.clone(), pairs.iter().filter_map(is_defined).collect()))
        }
        _ => Some(Listed::Text(name.clone(), text(value))),
    };
    variables.iter().filter_map(read).collect()
}

fn expand(text: &str, variables: &[Listed]) -> Result<String, Error> {
    let mut all = Vec::new();
    for one in variables {
        match one {
            Listed::Text(name, value) => all.push(Variable::text(name, value)),
            Listed::Items(name, items) => all.extend(items.iter().map(|item| Variable::item(name, item))),
            Listed::Pairs(name, pairs) => all.extend(pairs.iter().map(|(key, value)| Variable::pair(name, key, value))),
        }
    }
    let expanded = output(|out| template::expand(text, &all, out).map_err(Error::from))?;
    Ok(String::from_utf8(expanded).unwrap())
}

/// True if the expansion is one of those that the suite accepts. `false` means that the expansion fails.
fn fits(found: &Result<String, Error>, wanted: &Value) -> bool {
    match wanted {
        Value::Array(any) => any.iter().any(|one| fits(found, one)),
        Value::String(one) => found.as_ref() == Ok(one),
        _ => *found == Err(Error::Syntax),
    }
}

/// (R53; RFC 6570 1.2, 2, 3)
#[test]
fn public_test_suite() {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/vectors/uritemplate").to_string();
    let folder = std::env::var("CRI_URITEMPLATE").unwrap_or(default);
    let mut count = 0;
    for name in ["spec-examples", "spec-examples-by-section", "extended-tests", "negative-tests"] {
        let path = format!("{folder}/{name}.json");
        let Ok(file) = std::fs::read_to_string(&path) else {
            println!("LEFT OUT: {path} is not there: set CRI_URITEMPLATE to the folder of uritemplate-test");
            continue;
        };
        let groups: Map<String, Value> = serde_json::from_str(&file).expect(&path);
        for (group, content) in &groups {
            let variables = listed(content["variables"].as_object().expect(group));
            for case in content["testcases"].as_array().expect(group) {
                let found = expand(case[0].as_str().expect(group), &variables);
                assert!(fits(&found, &case[1]), "{name}, {group}: {case}: {found:?}");
                count += 1;
            }
        }
    }
    println!("{count} cases of uritemplate-test passed");
}
