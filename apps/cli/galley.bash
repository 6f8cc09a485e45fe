# bash completion of galley: verbs, options, files and directories.

_galley() {
    local cur prev verb
    cur=${COMP_WORDS[COMP_CWORD]}
    prev=${COMP_WORDS[COMP_CWORD - 1]}
    verb=${COMP_WORDS[1]}
    COMPREPLY=()

    if [ "$COMP_CWORD" = 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W \
            "new import cook why inspect view verify gc vda convert export --help --version" -- "$cur")
        return
    fi

    case $prev in
    --out | --into)
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -d -- "$cur")
        return
        ;;
    -o | --output | --against)
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        return
        ;;
    --format) mapfile -t COMPREPLY < <(compgen -W "plain bc1 bc3 bc4 bc5 bc7" -- "$cur"); return ;;
    --quality) mapfile -t COMPREPLY < <(compgen -W "fast normal high" -- "$cur"); return ;;
    --up) mapfile -t COMPREPLY < <(compgen -W "y z" -- "$cur"); return ;;
    --channel) mapfile -t COMPREPLY < <(compgen -W "all r g b a" -- "$cur"); return ;;
    --background) mapfile -t COMPREPLY < <(compgen -W "studio transparent" -- "$cur"); return ;;
    --memory | --max-decoded | --budget)
        mapfile -t COMPREPLY < <(compgen -W "512M 1G 2G 4G" -- "$cur")
        return
        ;;
    --jobs | -j | --size | --level | --exposure | --azimuth | --elevation | --amplify | --name | --to | --profile)
        return
        ;;
    esac

    local options=--help
    case $verb in
    new) options+=" --name" ;;
    import) options+=" --into --to --replace" ;;
    cook) options+=" --jobs --memory --max-decoded --profile --out --force --dry-run --frozen
        --strict --explain --json --quiet" ;;
    why) options+=" --profile --out --json" ;;
    inspect) options+=" --max-decoded --cooked --against --out --json" ;;
    view) options+=" --output --size --level --exposure --azimuth --elevation --up --background
        --channel --cooked --out --against --amplify --jobs" ;;
    verify) options+=" --json --quiet" ;;
    gc) options+=" --budget --dry-run --out --json" ;;
    vda) options+=" --output --json" ;;
    convert) options+=" --output --name --texture --json" ;;
    export) options+=" --output --format --quality --no-mips --srgb --linear --level --max-decoded --jobs" ;;
    esac
    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
        return
    fi
    if [ "$verb" = export ] && [ "$COMP_CWORD" = 2 ]; then
        mapfile -t COMPREPLY < <(compgen -W texture -- "$cur")
        return
    fi
    compopt -o filenames
    case $verb in
    new | cook | gc) mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    esac
}

complete -F _galley galley
