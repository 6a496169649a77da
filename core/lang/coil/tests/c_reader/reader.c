/* Reads a COIL hardware configuration with nothing but the structs of the document, typed from it
 * and packed, and prints what it finds. It shares no line with the library: what both agree on was
 * written and read by two hands.
 *
 * Refuses what a reader typed from the document refuses: another magic number, the compressed form.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma pack(push, 1)

struct coil_config_header {
    uint32_t magic; /* 'CCFG' (0x43434647) */
    uint8_t version_major;
    uint8_t version_minor;
    uint8_t version_patch;
    uint8_t flags;
    uint32_t pu_count;
    uint64_t timestamp;
    uint8_t padding[12];
};

struct coil_pu_entry {
    uint16_t type;
    uint16_t index;
    uint32_t name_offset;
    uint32_t vendor_offset;
    uint32_t model_offset;
    uint32_t feature_offset;
    uint32_t feature_size;
    uint32_t resource_offset;
    uint32_t resource_count;
    uint32_t abi_offset;
    uint32_t abi_count;
    uint8_t padding[4];
};

struct coil_resource_entry {
    uint16_t type;
    uint16_t flags;
    uint32_t name_offset;
    uint64_t count;
    uint64_t size;
    uint8_t padding[8];
};

struct coil_abi_entry {
    uint32_t name_offset;
    uint16_t arg_count;
    uint16_t flags;
    uint32_t mapping_offset;
    uint32_t mapping_count;
    uint8_t padding[4];
};

struct coil_reg_mapping {
    uint16_t arg_index;
    uint16_t reg_type;
    uint32_t reg_index;
    uint32_t reg_mask;
    uint8_t padding[4];
};

#pragma pack(pop)

/* The document says how long each struct is, or its fields do. */
typedef char header_is_32[sizeof(struct coil_config_header) == 32 ? 1 : -1];
typedef char pu_entry_is_44[sizeof(struct coil_pu_entry) == 44 ? 1 : -1];
typedef char resource_is_32[sizeof(struct coil_resource_entry) == 32 ? 1 : -1];
typedef char abi_is_20[sizeof(struct coil_abi_entry) == 20 ? 1 : -1];
typedef char mapping_is_16[sizeof(struct coil_reg_mapping) == 16 ? 1 : -1];

#define CONFIG_FLAG_COMPRESSED (1 << 3)

static unsigned char *file;
static uint64_t file_size;
static uint64_t strings;

static void fail(const char *why)
{
    printf("refused: %s\n", why);
    exit(1);
}

/* The bytes of a table; counts towards the end of everything but the strings. */
static void *table(uint64_t offset, uint64_t size)
{
    if (size == 0)
        return file;
    if (offset > file_size || size > file_size - offset)
        fail("a table runs past the end of the file");
    if (offset % 8 != 0)
        fail("a table is not aligned to 8 bytes");
    if (offset + size > strings)
        strings = offset + size;
    return file + offset;
}

static const char *string(uint32_t offset)
{
    const char *start = (const char *)file + strings + offset;
    if (strings + offset >= file_size || !memchr(start, 0, file_size - strings - offset))
        fail("a string is not in the string table");
    return start;
}

static void print_abi(const struct coil_abi_entry *abi)
{
    const struct coil_reg_mapping *mapping = table(abi->mapping_offset, (uint64_t)abi->mapping_count * 16);
    printf("  abi '%s' args %u flags 0x%x mappings %" PRIu32 "\n", string(abi->name_offset),
           abi->arg_count, abi->flags, abi->mapping_count);
    for (uint32_t i = 0; i < abi->mapping_count; i++)
        printf("    arg 0x%04X -> type %u index %" PRIu32 " mask 0x%08" PRIX32 "\n",
               mapping[i].arg_index, mapping[i].reg_type, mapping[i].reg_index, mapping[i].reg_mask);
}

int main(int argc, char **argv)
{
    FILE *in = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!in)
        fail("no file");
    /* One byte more than needed, so that an empty file has a buffer too. */
    fseek(in, 0, SEEK_END);
    file_size = (uint64_t)ftell(in);
    rewind(in);
    file = malloc(file_size + 1);
    if (!file || fread(file, 1, file_size, in) != file_size)
        fail("the file cannot be read");
    fclose(in);

    const struct coil_config_header *header = (void *)file;
    if (file_size < sizeof *header || header->magic != 0x43434647)
        fail("magic");
    if (header->flags & CONFIG_FLAG_COMPRESSED)
        fail("compressed");
    if (header->pu_count > (file_size - sizeof *header) / sizeof(struct coil_pu_entry))
        fail("too many processing units");
    printf("magic 0x%08" PRIX32 " version %u.%u.%u flags 0x%02X pus %" PRIu32 " timestamp %" PRIu64 "\n",
           header->magic, header->version_major, header->version_minor, header->version_patch,
           header->flags, header->pu_count, header->timestamp);

    /* The strings start where everything else ends, so everything else is measured first. */
    const struct coil_pu_entry *pus = (void *)(file + sizeof *header);
    strings = sizeof *header + (uint64_t)header->pu_count * sizeof *pus;
    for (uint32_t i = 0; i < header->pu_count; i++) {
        const struct coil_abi_entry *abis = table(pus[i].abi_offset, (uint64_t)pus[i].abi_count * 20);
        table(pus[i].feature_offset, pus[i].feature_size);
        table(pus[i].resource_offset, (uint64_t)pus[i].resource_count * 32);
        for (uint32_t k = 0; k < pus[i].abi_count; k++)
            table(abis[k].mapping_offset, (uint64_t)abis[k].mapping_count * 16);
    }
    printf("string table at %" PRIu64 ", %" PRIu64 " bytes\n", strings, file_size - strings);

    for (uint32_t i = 0; i < header->pu_count; i++) {
        const struct coil_pu_entry *pu = &pus[i];
        printf("PU %" PRIu32 ": type %u index %u name '%s' vendor '%s' model '%s'\n", i, pu->type,
               pu->index, string(pu->name_offset), string(pu->vendor_offset),
               string(pu->model_offset));
        if (pu->feature_size != 0) {
            const uint32_t *words = table(pu->feature_offset, pu->feature_size);
            printf("  features %" PRIu32 " bytes:", pu->feature_size);
            for (int k = 0; k < 8; k++)
                printf(" %08" PRIX32, words[k]);
            printf("\n");
        }
        const struct coil_resource_entry *resources =
            table(pu->resource_offset, (uint64_t)pu->resource_count * 32);
        for (uint32_t k = 0; k < pu->resource_count; k++)
            printf("  resource type %u flags %u name '%s' count %" PRIu64 " size %" PRIu64 "\n",
                   resources[k].type, resources[k].flags, string(resources[k].name_offset),
                   resources[k].count, resources[k].size);
        const struct coil_abi_entry *abis = table(pu->abi_offset, (uint64_t)pu->abi_count * 20);
        for (uint32_t k = 0; k < pu->abi_count; k++)
            print_abi(&abis[k]);
    }
    free(file);
    return 0;
}
